import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../service/core/time.ts'
import { scriptedTranscriber, scriptedWriter, spokenBy, written } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// What recordings have in common: from nothing to numbers, words, moments and what changed since.

const topics = ['Pricing', 'Onboarding', 'Contract renewal', 'Churn', 'Data security']
const moods = ['positive', 'neutral', 'negative', 'positive']
let made = 0

const transcriber = scriptedTranscriber(async () =>
  spokenBy([
    [0, 'The price is too high for us this year.'],
    [1, 'I will send the revised contract on Friday.'],
    [0, 'Who signs it on your side?'],
  ]),
)
const writer = scriptedWriter(async ({ segments }) => {
  const number = made++
  const result = {
    key_topics: [topics[number % 5], topics[(number * 2 + 1) % 5]],
    sentiment: moods[number % 4],
    action_items: [
      { task: 'Send the revised contract', owner: 'Ada', due: 'Friday' },
      { task: 'Find out who signs', owner: 'Paul' },
    ],
    objections: [{ topic: 'Price', response: number % 2 === 0 ? '' : 'There is a discount.' }],
    open_questions: ['Who signs it?'],
  }
  const at = (place: number) => [segments[place]?.id ?? '']
  const evidence = {
    '/key_topics/0': at(0),
    '/action_items/0/task': at(1),
    '/objections/0': at(0),
    '/open_questions/0': at(2),
  }
  return { ...written(result), evidence }
})

let ui: Awaited<ReturnType<typeof openScriptedPage>>
let projectId = ''
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({ transcriber, writer })
  projectId = (await givenProject(ui.app, { name: 'Sales' })).id
})
afterAll(() => ui?.stop())

const photograph = (name: string) => photographPage(ui.page, name)

async function givenAnalysed(daysAgo: number): Promise<string> {
  const id = await givenCall(ui.app, projectId)
  const body = { prompt_id: await promptId() }
  await ui.app.call('POST', `/v1/projects/${projectId}/content/${id}/analyze`, { body })
  await ui.app.idle()
  const created_at = new Date(Date.now() - daysAgo * day)
  const { sql } = ui.app.deps.db
  await sql.updateTable('content').set({ created_at }).where('id', '=', id).execute()
  return id
}

let prompt: string | undefined
async function promptId(): Promise<string> {
  const body = { name: 'Sales', template: '{{transcript}}', output_schema: { type: 'object' } }
  prompt ??= (await ui.app.call('POST', '/v1/prompts', { body })).body.data.id as string
  return prompt
}

const nameSpeaker = (contentId: string) =>
  ui.app.call(
    'PATCH',
    `/v1/projects/${projectId}/content/${contentId}/transcript/speakers/speaker_1`,
    { body: { name: 'Ada' } },
  )
const place = () => `/projects/${projectId}/insights`
const open = () => ui.open(place())
const generate = async () => {
  await ui.page.getByRole('button', { name: 'Generate' }).click()
  await ui.app.idle()
}

test.skipIf(!hasChromium)('without any it says what they are', async () => {
  await open()
  await ui.page.getByRole('heading', { name: 'No insights yet' }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photograph('insights-empty')
})

test.skipIf(!hasChromium)('loading and failed have a face', async () => {
  const url = `**/v1/projects/${projectId}/insights/history*`
  const held = Promise.withResolvers<void>()
  await ui.page.route(url, async (request) => {
    await held.promise
    await request.fulfill({ status: 500, body: '{}' })
  })
  await open()
  await ui.page.getByText('Loading the insights').waitFor({ state: 'attached' })
  expect(await violationsOf(ui.page)).toEqual([])
  held.resolve()
  await ui.page.getByRole('heading', { name: 'The insights did not load' }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photograph('insights-failed')
  await ui.page.unroute(url)
  ui.complaints.length = 0
})

const figure = (name: string) =>
  ui.page.getByRole('main').getByRole('button', { expanded: false }).filter({ hasText: name })
const table = (name: string) => ui.page.getByRole('region', { name, exact: true })
const recording = () =>
  ui.page.getByRole('list', { name: 'Where it comes from' }).getByRole('link').first()

test.skipIf(!hasChromium)('one screen of figures, each of which opens its moments', async () => {
  for (const daysAgo of [40, 36, 28, 20, 19, 12, 11, 6, 5, 1]) {
    await nameSpeaker(await givenAnalysed(daysAgo))
  }
  await open()
  await generate()
  await ui.page.getByText('8 recordings, ').first().waitFor()
  await ui.page.getByText('Too few recordings to compare with').waitFor()
  const last = ui.page.getByRole('region', { name: 'Ask these recordings' })
  const { y = 0 } = (await last.boundingBox()) ?? {}
  expect(y).toBeLessThan(800)
  await photograph('insights-full')
  for (const name of ['recurring themes', 'tasks', 'questions', 'objections', 'in tone']) {
    await figure(name).first().click()
    await recording().waitFor()
  }
  await ui.page.getByRole('figure').getByText('As a table').click()
  expect(await table('Recordings per day, by tone').getByRole('row').count()).toBe(31)
  await figure('of speech').click()
  await ui.page.getByRole('figure').getByText('As a table').click()
  expect(await table('Share of all speech').innerText()).toContain('Ada')
  await figure('recordings').first().click()
  await ui.page.locator('svg.recharts-surface .recharts-bar-rectangle').first().waitFor()
  await ui.page.getByRole('link', { name: /^Recordings of / }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await figure('Pricing').click()
  await ui.page.getByRole('link', { name: 'Play Call with Mary from 0:00' }).first().waitFor()
  await figure('tasks').first().click()
  await ui.page.getByRole('link', { name: 'Play Call with Mary from 0:05' }).first().click()
  await ui.page.waitForURL(/recordings\/cont_.*at=5.*play=true/)
})

test.skipIf(!hasChromium)('two spans of days are compared; what came since is said', async () => {
  const gone = await givenAnalysed(0)
  await givenAnalysed(0)
  await open()
  await ui.page.getByText('2 new recordings since then.').waitFor()
  await photograph('insights-since')
  await ui.page.getByLabel('Period', { exact: true }).selectOption('Choose days…')
  const before = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * day).toISOString().slice(0, 10)
  for (const [label, daysAgo] of [
    ['From', 13],
    ['Compare from', 50],
    ['Compare to', 14],
  ] as const) {
    await ui.page.getByLabel(label, { exact: true }).fill(before(daysAgo))
  }
  expect(await violationsOf(ui.page)).toEqual([])
  await generate()
  await ui.page.getByText('7 recordings, ').first().waitFor()
  await figure('by more than chance').click()
  const row = table('Both periods').getByRole('row').filter({ hasText: 'Recordings' })
  expect(await row.innerText()).toMatch(/Recordings\s+7\s+5/)
  expect(await violationsOf(ui.page)).toEqual([])
  await photograph('insights-compared')
  await row.getByRole('button').click()
  await ui.page.getByRole('heading', { name: 'Day by day' }).waitFor()
  await ui.app.call('DELETE', `/v1/projects/${projectId}/content/${gone}`)
  await ui.app.idle()
  await open()
  await ui.page.getByText('History').click()
  await ui.page.getByText('1 deleted since').first().waitFor()
  expect(ui.complaints).toEqual([])
})

test.skipIf(!hasChromium)('a task is ticked off and opened again by keyboard', async () => {
  await ui.go(place())
  await ui.page.getByRole('main').getByRole('link', { name: 'Tasks' }).click()
  await ui.page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  const list = ui.page.getByRole('list', { name: 'Tasks' })
  const boxes = list.getByRole('checkbox')
  await boxes.first().focus()
  await ui.page.keyboard.press('ArrowDown')
  await ui.page.keyboard.press('Space')
  const done = 'Done: Find out who signs'
  expect(await boxes.nth(1).getAttribute('aria-label')).toBe(done)
  await ui.page.getByText('“Find out who signs” is done.').first().waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photograph('actions-full')
  const counted = async (state: string) =>
    (await ui.app.call('GET', `/v1/projects/${projectId}/actions?state=${state}`)).body.data.length
  await expect.poll(() => counted('done')).toBe(1)
  await ui.page.keyboard.press('Control+z')
  await expect.poll(() => counted('done')).toBe(0)
  // Space turns over what is shown, which may come after what is kept.
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(false)
  await boxes.nth(1).press('Space')
  await expect.poll(() => counted('done')).toBe(1)

  await ui.page.getByText('Done', { exact: true }).click()
  await ui.page.waitForURL(/state=done/)
  await expect.poll(() => boxes.count()).toBe(1)
  await ui.page.getByLabel('Person').selectOption('Ada')
  await ui.page.getByRole('heading', { name: 'No tasks' }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photograph('actions-none')
  await ui.page.getByRole('button', { name: 'Show all' }).click()
  await boxes.first().press('Enter')
  await ui.page.waitForURL(/recordings\/cont_.*at=5/)
})

test.skipIf(!hasChromium)(
  'a question is asked beside the insights, and its quote plays',
  async () => {
    await ui.go(place())
    const box = ui.page.getByRole('region', { name: 'Ask these recordings' })
    const question = 'When will you send the revised contract?'
    await box.getByLabel('Question').fill(question)
    await ui.page.keyboard.press('Enter')
    const quotes = box.getByRole('list', { name: 'Quotes' })
    await quotes.getByText('I will send the revised contract on Friday.').first().waitFor()
    await box.getByText('Found by the built-in search, word for word').waitFor()
    await box.getByLabel('Question').fill('Who paid for the elephants?')
    await ui.page.keyboard.press('Enter')
    await box.getByRole('heading', { name: 'Not found in these recordings' }).waitFor()
    expect(await violationsOf(ui.page)).toEqual([])
    await photograph('insights-asked')
    await box.getByRole('button', { name: `Ask again: ${question}` }).click()
    await quotes.getByRole('link', { name: 'Call with Mary, 0:05' }).first().click()
    await ui.page.waitForURL(/recordings\/cont_.*at=5.*play=true/)
    expect(ui.complaints).toEqual([])
  },
)
