import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JobError } from '../../service/core/errors.ts'
import { readable, scriptedTranscriber, spoken } from '../support/engine.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// What is said where something could not be done: once, truly, and also to who is elsewhere.

describe.skipIf(!hasChromium)('a recording that fails', () => {
  let ui: ScriptedPage
  let projectId = ''
  let failure: JobError | null = null
  const page = () => ui.page
  const player = () => page().getByRole('region', { name: 'Player' })

  beforeAll(async () => {
    const transcriber = scriptedTranscriber(async () => spoken(), {
      probe: async () => {
        if (failure) throw failure
        return readable
      },
    })
    ui = await openScriptedPage({ transcriber })
    projectId = (await givenProject(ui.app)).id
  })
  afterAll(() => ui?.stop())

  test('because of its file says one thing, and offers nothing that cannot help', async () => {
    failure = new JobError('decode_failed', 'The file is damaged or was cut off.')
    const id = await givenRecording(ui.app, projectId, { filename: 'cut-off.mp3' })
    await ui.open(recordingPlace(projectId, id))
    await page().getByRole('heading', { name: 'This recording could not be transcribed' }).waitFor()
    expect(await page().getByRole('alert').count()).toBe(1)
    expect(await player().count()).toBe(0)
    expect(await page().getByRole('region', { name: 'Analysis' }).count()).toBe(0)
    expect(await page().getByRole('button', { name: 'Transcribe again…' }).count()).toBe(0)
    expect(await violationsOf(page())).toEqual([])
    await photographPage(page(), 'failed-file')
  })

  test('is told in the bell, from where its page is one click away', async () => {
    await ui.open('/models')
    await page()
      .getByRole('button', { name: /^Notices, 1 unread/ })
      .click()
    const drawer = page().getByRole('dialog', { name: 'Notices' })
    await drawer.getByRole('heading', { name: '“cut-off” could not be transcribed' }).waitFor()
    await drawer.getByRole('link', { name: 'Show the recording' }).click()
    await page().getByRole('heading', { level: 1, name: 'cut-off' }).waitFor()
  })

  test('because of the machine can be played and transcribed again', async () => {
    failure = new JobError('out_of_memory', 'This machine ran out of memory.')
    const id = await givenCall(ui.app, projectId)
    await ui.open(recordingPlace(projectId, id))
    await player().getByRole('button', { name: 'Play', exact: true }).waitFor()
    const alert = page().getByRole('alert')
    await alert.getByRole('button', { name: 'Transcribe again…' }).waitFor()
  })

  test('only in the browser is read without a player; without its words nothing is said of them', async () => {
    failure = new JobError('out_of_memory', 'This machine ran out of memory.')
    const bytes = new TextEncoder().encode('no sound that a browser knows')
    const id = await givenRecording(ui.app, projectId, { filename: 'rare.amr', bytes })
    await ui.open(recordingPlace(projectId, id))
    const told = player().getByRole('alert')
    await told.getByText('This browser cannot play this kind of file.').waitFor()
    expect(await told.textContent()).not.toContain('transcript')
    expect(await player().getByRole('button').count()).toBe(0)
    failure = null
    await ui.app.call('POST', `/v1/projects/${projectId}/content/${id}/reprocess`)
    await ui.app.idle()
    await ui.open(recordingPlace(projectId, id))
    await told.getByText('The transcript can be read all the same.').waitFor()
    expect(ui.complaints.filter((one) => !one.includes('/v1/media/'))).toEqual([])
  })

  test('a screen whose code cannot be had while the service is away opens once it is back', async () => {
    await ui.open('/models')
    await page().getByRole('heading', { level: 1, name: 'Models' }).waitFor()
    await ui.context.setOffline(true)
    const refused = page().waitForEvent('requestfailed', (one) => one.url().includes('/assets/'))
    await page().getByRole('link', { name: 'Webhooks' }).click()
    await refused
    await page().getByText('What you see may be out of date').waitFor()
    expect(await page().getByRole('heading', { name: 'This screen did not open' }).count()).toBe(0)
    await ui.context.setOffline(false)
    await page().getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })
})
