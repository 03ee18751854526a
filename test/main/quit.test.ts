import { beforeEach, expect, test, vi } from 'vitest'
import { countJobs, createQuit, type Doings } from '../../main/quit.ts'
import { textsFor } from '../../main/texts.ts'
import { startTestApp } from '../support/app.ts'
import { scriptedTranscriber, spoken } from '../support/engine.ts'
import { givenProject, givenUpload } from '../support/factory.ts'
import { dialog } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const texts = textsFor('en-US')
const [now, whenDone, stay] = [0, 1, 2]
const nothing: Doings = { recording: 'idle', uploads: 0, jobs: 0 }
beforeEach(() => {
  dialog.asked.length = 0
})

/** The question with what goes on in the test's hands; `look` lets two seconds pass. */
function givenQuit(first: Partial<Doings>) {
  const given = { doings: { ...nothing, ...first }, left: [] as string[] }
  const waiting: (() => void)[] = []
  const quit = createQuit({
    doings: async () => given.doings,
    texts,
    leave: async (go) => go(),
    pause: () => new Promise<void>((resolve) => void waiting.push(resolve)),
  })
  const look = async (doings: Partial<Doings>) => {
    given.doings = { ...nothing, ...doings }
    for (const go of waiting.splice(0)) go()
    await new Promise(setImmediate)
  }
  return { given, look, quit: (name = 'quit') => quit(() => void given.left.push(name)) }
}

test('with nothing to wait for it goes without a question', async () => {
  const { given, quit } = givenQuit({})
  await quit()
  expect(given.left).toEqual(['quit'])
  expect(dialog.asked).toEqual([])
})

test.each([
  [{ recording: 'recording', jobs: 3 }, 'A recording is in progress.'],
  [{ recording: 'paused' }, 'A recording is in progress.'],
  [{ uploads: 1, jobs: 1 }, 'Files are still being sent.'],
  [{ jobs: 1 }, 'Recordings are still being worked on.'],
] as const)('%j is asked about, and the app may stay', async (doings, message) => {
  dialog.answer = stay
  const { given, quit } = givenQuit(doings)
  await quit()
  expect(dialog.asked).toMatchObject([{ message, cancelId: stay }])
  expect(given.left).toEqual([])
})

test('quitting now goes at once', async () => {
  dialog.answer = now
  const { given, quit } = givenQuit({ jobs: 2 })
  await quit()
  expect(given.left).toEqual(['quit'])
})

test('quitting when finished goes once nothing has gone on for two looks', async () => {
  dialog.answer = whenDone
  const { given, look, quit } = givenQuit({ recording: 'recording' })
  await quit()
  await look({ recording: 'recording' })
  await look({}) // between the end of the recording and its upload
  await look({ uploads: 1 })
  await look({ jobs: 1 })
  await look({})
  expect(given.left).toEqual([])
  await look({})
  expect(given.left).toEqual(['quit'])
})

test('the newest answer counts: staying ends the wish to quit later', async () => {
  const { given, look, quit } = givenQuit({ jobs: 1 })
  dialog.answer = whenDone
  await quit('first')
  dialog.answer = stay
  await quit('second')
  await look({})
  await look({})
  expect(given.left).toEqual([])
})

test('asked once while the question is open', async () => {
  dialog.answer = stay
  const { quit } = givenQuit({ jobs: 1 })
  await Promise.all([quit(), quit()])
  expect(dialog.asked).toHaveLength(1)
})

test('the jobs of the service are counted; none where it does not answer', async () => {
  const gate = Promise.withResolvers<void>()
  const transcriber = scriptedTranscriber(async () => {
    await gate.promise
    return spoken()
  })
  const app = await startTestApp({ transcriber })
  const session = { baseUrl: app.baseUrl, key: app.sessionToken }
  const { id: project } = await givenProject(app)
  expect(await countJobs(session)).toBe(0)
  const content = await givenUpload(app, project)
  await app.call('POST', `/v1/projects/${project}/content/${content}/upload-complete`)
  expect(await countJobs(session)).toBe(1)
  await app.call('POST', '/v1/queue/pause')
  expect(await countJobs(session)).toBe(0)
  await app.call('POST', '/v1/queue/resume')
  expect(await countJobs(session)).toBe(1)
  gate.resolve()
  await app.idle()
  expect(await countJobs(session)).toBe(0)
  await app.stop()
  expect(await countJobs(session)).toBe(0)
  expect(await countJobs(null)).toBe(0)
})
