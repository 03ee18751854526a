import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { twoPeople } from '../support/voices.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// Who spoke how much, beside the words.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({ transcriber: scriptedTranscriber(async () => twoPeople()) })
})
afterAll(() => ui?.stop())

test.skipIf(!hasChromium)('shares follow the speakers, and a name is shown', async () => {
  const project = await givenProject(ui.app, {})
  const call = await givenCall(ui.app, project.id)
  await ui.open(recordingPlace(project.id, call))
  const talk = ui.page.getByRole('region', { name: 'Talk' })
  const rows = talk.getByRole('list', { name: 'Speakers' }).getByRole('listitem')
  await rows.first().waitFor()
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Speaker 1\s+63 % · 5 s/),
    expect.stringMatching(/^Speaker 2\s+37 % · 3 s/),
  ])
  await talk.getByText('Who spoke when, as a table').click()
  expect(await violationsOf(ui.page)).toEqual([])
  await ui.app.call(
    'PATCH',
    `/v1/projects/${project.id}/content/${call}/transcript/speakers/speaker_1`,
    {
      body: { name: 'Mary' },
    },
  )
  await ui.open(recordingPlace(project.id, call))
  await rows.first().getByText('Mary', { exact: true }).waitFor()
  expect(ui.complaints).toEqual([])
})
