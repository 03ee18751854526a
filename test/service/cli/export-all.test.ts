import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { scriptedWriter, written } from '../../support/engine.ts'
import { givenProject, givenRecording, givenUpload } from '../../support/factory.ts'
import { recordingFile } from '../../support/recordings.ts'

const formula = '=HYPERLINK("http://evil.example","Send it")'
const filename = '<b>Q3/Q4 "100%" 🎧.wav'

let app: TestApp
let folder: string
let exported: string
let summary: Record<string, unknown>
beforeAll(async () => {
  const tasks = { action_items: [{ task: formula, owner: 'Ada, "the boss"' }], decisions: [] }
  const writer = scriptedWriter(async () => written({ summary: 'A *contract*.', ...tasks }))
  app = await startTestApp({ writer })
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-export-all-'))
  await fillLibrary()
  exported = path.join(folder, 'new', 'export')
  const { code, stdout, stderr } = await earshot(exported, '--json')
  expect([code, stderr]).toEqual([0, ''])
  summary = JSON.parse(stdout)
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({
  env: { EARSHOT_BASE_URL: app.baseUrl, EARSHOT_API_KEY: app.sessionToken },
})
const earshot = (...args: string[]) => runCommand(['export-all', ...args], settings())

/** Two projects whose names are equal as names of folders, and every kind of recording. */
async function fillLibrary(): Promise<void> {
  const { id } = await givenProject(app, { name: 'Sales: "Q4"' })
  await givenProject(app, { name: 'sales: <Q4>' })
  const first = await givenRecording(app, id, { filename })
  await givenRecording(app, id, { filename: 'call.wav' })
  await givenRecording(app, id, { filename: 'call.wav' })
  const bytes = new TextEncoder().encode(
    'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Mary>We will send it.\n',
  )
  await givenRecording(app, id, { filename: 'zoom.vtt', content_type: 'text/vtt', bytes })
  await givenUpload(app, id, { filename: 'begun.wav' })
  const lost = await givenRecording(app, id, { filename: 'lost.wav' })
  await rm(recordingFile(app.deps, lost))
  const recording = `/v1/projects/${id}/content/${first}`
  const markers = [{ at_seconds: 83.5, label: 'Price' }]
  await app.call('PUT', `${recording}/notes`, {
    body: { text: 'Ask Paul.\nThe rest', markers, line_times: [61, null] },
  })
  const prompt = { name: 'Tasks', template: '{{transcript}}', output_schema: { type: 'object' } }
  const made = await app.call('POST', '/v1/prompts', { body: prompt })
  await app.call('POST', `${recording}/analyze`, { body: { prompt_id: made.body.data.id } })
  await app.call('POST', `/v1/projects/${id}/insights/generate`, { body: {} })
  await app.idle()
}

const read = (...names: string[]) => readFile(path.join(exported, ...names), 'utf8')
const project = 'Sales_ _Q4_ (2)' // the newer one came first
const day = async () => (await readdir(path.join(exported, project))).toSorted()[0]?.slice(0, 10)

test('each project and recording has a folder of a name that every system takes', async () => {
  expect((await readdir(exported)).toSorted()).toEqual(
    ['actions.csv', 'index.html', 'prompts.json', project, 'sales_ _Q4_'].toSorted(),
  )
  const date = await day()
  const names = (await readdir(path.join(exported, project))).toSorted()
  expect(names.filter((name) => name.startsWith(date ?? '-'))).toEqual(
    ['_b_Q3_Q4 _100%_ 🎧', 'begun', 'call', 'call (2)', 'lost', 'zoom']
      .map((name) => `${date} ${name}`)
      .toSorted(),
  )
  expect(names).toEqual(expect.arrayContaining(['project.json', 'insights.json', 'actions.csv']))
})

test('a recording is there with all that belongs to it, in open formats', async () => {
  const own = path.join(project, `${await day()} _b_Q3_Q4 _100%_ 🎧`)
  expect((await readdir(path.join(exported, own))).toSorted()).toEqual(
    [
      ...['_b_Q3_Q4 _100%_ 🎧.wav', 'analyses', 'notes.json', 'notes.md', 'recording.json'],
      ...['transcript.json', 'transcript.md', 'transcript.vtt'],
    ].toSorted(),
  )
  expect(await read(own, '_b_Q3_Q4 _100%_ 🎧.wav')).toBe('some recorded bytes')
  expect(await read(own, 'transcript.vtt')).toMatch(/^WEBVTT\n/)
  expect(await read(own, 'notes.md')).toBe('Ask Paul. (1:01)\nThe rest\n\n- 1:23 Price\n')
  expect(JSON.parse(await read(own, 'recording.json'))).toMatchObject({ filename })
  const analysis = await read(own, 'analyses', 'Tasks, version 1.md')
  expect(analysis).toContain('## Summary\n\nA \\*contract\\*.\n')
  expect(analysis).toContain('- **Task:** \\=HYPERLINK(')
  expect(analysis).toContain('\n  - **Owner:** Ada, "the boss"\n')
  expect(JSON.parse(await read(own, 'analyses', 'Tasks, version 1.json'))).toMatchObject({
    result: { summary: 'A *contract*.' },
  })
})

test('action items open in a spreadsheet, and none of them is run', async () => {
  const csv = await read('actions.csv')
  expect(csv).toMatch(/^\uFEFFproject,recording,action,owner,/)
  expect(csv).toContain(
    '\r\n"Sales: ""Q4""","<b>Q3/Q4 ""100%"" 🎧.wav","\'=HYPERLINK(""http://evil.example"",""Send it"")","Ada, ""the boss""",',
  )
  expect(await read(project, 'actions.csv')).toBe(csv)
})

test('the index leads to every file, escaped and without scripts', async () => {
  const page = await read('index.html')
  expect(page).not.toMatch(/<script|<b>/)
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    decodeURIComponent(link),
  )
  const entries = await readdir(exported, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((file) => path.relative(exported, path.join(file.parentPath, file.name)))
  expect(links.toSorted()).toEqual(paths.filter((name) => name !== 'index.html').toSorted())
  for (const entry of entries) {
    const { mode } = await stat(path.join(entry.parentPath, entry.name))
    expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700)
  }
})

test('what is missing is named, and the rest is there', () => {
  expect(summary).toMatchObject({ projects: 2, recordings: 6, imported_transcripts: 1 })
  const gaps = summary['incomplete'] as { filename: string; what: string; reason: string }[]
  expect(gaps.map((gap) => `${gap.filename} ${gap.what}: ${gap.reason}`).toSorted()).toEqual([
    'begun.wav media: It has no media: its upload was never finished.',
    'begun.wav transcript: There is none: the recording is uploaded.',
    'lost.wav media: Its file is not in the library.',
  ])
})

test('a folder with something in it is left as it is', async () => {
  const used = await mkdtemp(path.join(folder, 'used-'))
  await writeFile(path.join(used, 'mine.txt'), 'mine')
  const ran = await earshot(used)
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain('is not empty, so nothing was written')
  expect(await readdir(used)).toEqual(['mine.txt'])
})

test('Ctrl-C keeps what is written, and says so', async () => {
  const stopping = new AbortController()
  const target = path.join(folder, 'stopped')
  const ran = await runCommand(['export-all', target], {
    ...settings(),
    isWatched: true,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  expect(ran.code).toBe(130)
  expect(ran.stderr).toContain('Stopped. Recordings that are whole:')
  const left = await readdir(target, { recursive: true })
  expect(left).not.toContain('index.html')
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
})
