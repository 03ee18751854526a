import { afterAll, beforeAll, expect, test } from 'vitest'
import { longConversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

// Find in a transcript that is far longer than what is drawn of it.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
beforeAll(async () => {
  if (!hasChromium) return
  const transcriber = scriptedTranscriber(async () => longConversation(400))
  ui = await openScriptedPage({ transcriber })
})
afterAll(() => ui?.stop())

test.skipIf(!hasChromium)('what is found next is shown, wherever the last find led', async () => {
  const project = await givenProject(ui.app, {})
  const call = await givenCall(ui.app, project.id)
  await ui.open(recordingPlace(project.id, call))
  const field = ui.page.getByLabel('Find in this transcript')
  for (const line of ['line 350 of', 'line 20 of', 'line 200 of']) {
    await field.fill(line)
    await ui.page.locator('[data-found=true]', { hasText: line }).waitFor()
  }
  expect(ui.complaints).toEqual([])
})
