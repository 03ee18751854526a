import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { scriptedTranscriber, scriptedWriter, written } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { givenFolder, readNotes } from '../support/notes-folder.ts'
import { twoPeople } from '../support/voices.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// Notes taken during a call lead its result: what was said at each line, and what none speaks of.

const said = [
  [0, 'Shall we begin with the renewal?'],
  [26, 'We would like a longer term of twenty-four months.'],
  [40, 'The price stays as it is then.'],
  [120, 'I will ask Paul about single sign-on.'],
] as const

function call() {
  const { segments, ...rest } = twoPeople()
  const times = said.map(([start, text], at) => {
    return { start, end: start + 9, text, speaker: at % 2, words: [] }
  })
  const [like] = segments
  return {
    ...rest,
    durationSeconds: 140,
    segments: like ? times.map((t) => ({ ...like, ...t })) : [],
  }
}

const minutes = {
  summary: 'A renewal.',
  sentiment: 'neutral',
  key_topics: [],
  action_items: ['Ask Paul about single sign-on'],
  decisions: ['Twenty-four months'],
  questions: [],
}

let ui: ScriptedPage
let path = ''
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    transcriber: scriptedTranscriber(async () => call()),
    writer: scriptedWriter(async ({ segments }) => ({
      ...written(minutes),
      evidence: {
        '/decisions/0': [segments[1]?.id ?? ''],
        '/action_items/0': [segments[3]?.id ?? ''],
      },
    })),
  })
  const { id } = await givenProject(ui.app)
  const contentId = await givenCall(ui.app, id)
  path = `/v1/projects/${id}/content/${contentId}`
  const text = '# Renewal\n- longer term, same price'
  await ui.app.call('PUT', `${path}/notes`, { body: { text, markers: [], line_times: [3, 46] } })
  const prompts = (await ui.app.call('GET', '/v1/prompts?limit=100')).body.data
  const meeting = prompts.find(({ name }: { name: string }) => name === 'Meeting')
  await ui.app.call('POST', `${path}/analyze`, { body: { prompt_id: meeting.id } })
  await ui.app.idle()
  await ui.open(recordingPlace(id, contentId))
})
afterAll(() => ui?.stop())

test.skipIf(!hasChromium)(
  'each line has what was said then, and what is missing is told',
  async () => {
    const { page, app } = ui
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('What your notes leave out').waitFor()
    await page.getByRole('list', { name: 'Speakers' }).waitFor()
    expect(await notes.innerText()).toMatch(
      /Renewal[^]*Shall we begin[^]*same price[^]*twenty-four months[^]*The price stays[^]*leave out[^]*Task: Ask Paul/,
    )
    expect(await notes.getByText('Decision:').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'notes')
    await notes.getByRole('button', { name: /^Speaker \d The price stays/ }).click()
    const media = page.locator('audio, video').first()
    await expect
      .poll(() => media.evaluate((element) => Reflect.get(element, 'currentTime')))
      .toBeGreaterThan(0)
    // A line that is written afterwards has no moment; the others keep theirs.
    await notes.getByRole('button', { name: 'Edit' }).click()
    await page.keyboard.type('\nthank Mary')
    expect(await violationsOf(page)).toEqual([])
    await notes.getByText('Saved', { exact: true }).waitFor()
    const { data } = (await app.call('GET', `${path}/notes`)).body
    expect(data).toMatchObject({
      text: '# Renewal\n- longer term, same price\nthank Mary',
      line_times: [3, 46],
    })
  },
)

test.skipIf(!hasChromium)(
  'a project is mirrored into a folder, and its state is told',
  async () => {
    const { page } = ui
    const folder = await givenFolder()
    onTestFinished(folder.end)
    // As a notice links to it.
    await ui.go(`${path.replace(/^\/v1(.*)\/content.*/, '$1')}?settings=folders`)
    const place = page.getByLabel('Folder for notes', { exact: true })
    await place.fill('Notes')
    await page.getByRole('button', { name: 'Keep notes here' }).click()
    await page.getByText('path must be absolute').waitFor()
    await place.fill(folder.path)
    await place.press('Enter')
    await page.getByText(/^One note · last written/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'notes-folder')
    const notes = Object.values(await readNotes(folder.path))
    expect(notes).toEqual([expect.stringContaining('- longer term, same price\n')])
    await page.getByRole('button', { name: 'Stop' }).click()
    await place.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).not.toContain('settings')
  },
)
