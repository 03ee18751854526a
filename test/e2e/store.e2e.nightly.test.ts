import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenProject } from '../support/factory.ts'
import { findS3Server, startS3Server, type S3Server } from '../support/s3-server.ts'
import { kennedyClip } from '../support/sound.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

// The page sends a recording to a store of another origin, and plays it from there.

const program = findS3Server()

describe.skipIf(!hasChromium || program === null)('a page whose recordings lie in a store', () => {
  let ui: ScriptedPage
  let store: S3Server
  let projectId: string
  beforeAll(async () => {
    store = await startS3Server(program ?? '')
    ui = await openScriptedPage({}, store.env)
    projectId = (await givenProject(ui.app)).id
  })
  afterAll(async () => {
    await ui?.stop()
    await store.remove()
  })

  test('a chosen file is sent there, and its sound is played from there', async () => {
    const { page } = ui
    await ui.open(`/projects/${projectId}`)
    await page.getByLabel('Files to upload').setInputFiles(kennedyClip)
    const row = page.getByRole('row').filter({ hasText: 'jfk' })
    await row.getByText('Ready').waitFor()
    expect((await store.names('recordings')).length).toBe(2)
    await row.getByRole('link', { name: 'jfk' }).click()
    const player = page.getByRole('region', { name: 'Player' })
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect
      .poll(() =>
        page.locator('video[crossorigin]').evaluate((media: HTMLMediaElement) => media.currentTime),
      )
      .toBeGreaterThan(0)
    expect(ui.complaints).toEqual([])
  })
})
