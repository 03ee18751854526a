import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenProject, givenRecording } from '../support/factory.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { rowOf } from './page.ts'
import { violationsOf } from './violations.ts'

describe.skipIf(!hasChromium)('titles, moving and the bin', () => {
  let ui: ScriptedPage
  let page: Page
  let [projectId, contentId] = ['', '']

  beforeAll(async () => {
    ui = await openScriptedPage()
    page = ui.page
    projectId = (await givenProject(ui.app, { name: 'Sales' })).id
    contentId = await givenRecording(ui.app, projectId, { filename: 'REC-0412.wav' })
    await givenProject(ui.app, { name: 'Support' })
  })
  afterAll(() => ui?.stop())

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

  test('a recording is renamed and moved, and the page goes along', async () => {
    await ui.open(`/projects/${projectId}/recordings/${contentId}`)
    await page.getByRole('button', { name: 'Edit details…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Details' })
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Title').fill('Budget with Mary')
    await dialog.getByLabel('Project').selectOption('Support')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await heading('Budget with Mary').waitFor()
    await page.getByRole('link', { name: 'Support' }).click()
    await rowOf(page, 'Budget with Mary').waitFor()
  })

  test('deleted, it is taken back at once', async () => {
    await page.getByRole('link', { name: 'Budget with Mary' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await heading('Support').waitFor()
    await page.getByText('“Budget with Mary” is in the bin').last().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Budget with Mary').waitFor()
  })

  test('or later, out of the bin; emptied, it is gone for good', async () => {
    await page.getByRole('link', { name: 'Budget with Mary' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await heading('Support').waitFor()
    await ui.open('/bin')
    await page.getByText('from Support').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Put back Budget with Mary' }).click()
    await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()

    await ui.open(`/projects/${projectId}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await heading('Projects').waitFor()
    await ui.open('/bin')
    await page.getByRole('button', { name: 'Empty the bin…' }).click()
    await page.getByRole('button', { name: 'Empty the bin', exact: true }).click()
    await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
    const { body } = await ui.app.call('GET', '/v1/projects')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Support'])
    expect(ui.complaints).toEqual([])
  })
})
