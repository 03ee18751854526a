import {
  mkdir,
  mkdtemp,
  open,
  realpath,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { minute, second } from '../../../service/core/time.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openTestDatabase } from '../../support/database.ts'
import { scriptedTranscriber } from '../../support/engine.ts'
import { givenProject } from '../../support/factory.ts'
import { makeWav, sine } from '../../support/sound.ts'

let db: OpenedDb
let dataDir = ''
let app: TestApp
let home = ''
let inbox = ''
let projectId = ''
let isReady = true
const transcriber = scriptedTranscriber()
const statusNow = async () =>
  isReady ? transcriber.status() : { ready: false as const, reason: 'No model is installed.' }
const start = () =>
  startTestApp({
    db: { ...db, close: async () => {} },
    env: { EARSHOT_DATA_DIR: dataDir },
    transcriber: { ...transcriber, status: statusNow },
  })

beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-watching-'))
  app = await start()
})
afterAll(async () => {
  await app.stop()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'earshot-watched-')))
  inbox = path.join(home, 'inbox')
  await mkdir(inbox)
  projectId = (await givenProject(app)).id
})
afterEach(async () => {
  const { body } = await app.call('GET', '/v1/watched-folders')
  for (const { id } of body.data) await app.call('DELETE', `/v1/watched-folders/${id}`)
  await rm(home, { recursive: true, force: true })
})

const tone = (hertz = 440) => makeWav({ rate: 16_000 }, 1, sine(hertz))

async function put(name: string, content: Uint8Array | string = tone()): Promise<string> {
  const file = path.join(inbox, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}

const add = (folder = inbox) =>
  app.call('POST', '/v1/watched-folders', { body: { project_id: projectId, path: folder } })

async function givenFolder(): Promise<string> {
  const { status, body } = await add()
  expect(status).toBe(201)
  await app.idle()
  return body.data.id
}

/** Lets the folders be looked through as often as a minute has it. */
async function pass(ms = minute): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * second) {
    app.clock.advance(10 * second)
    await app.idle()
  }
}

async function titles(): Promise<string[]> {
  const { body } = await app.call('GET', `/v1/projects/${projectId}/content`)
  return body.data.map(({ filename }: { filename: string }) => filename).toSorted()
}

const folder = async () => (await app.call('GET', '/v1/watched-folders')).body.data[0]

test('a start takes what came while the service did not run, and nothing that it took', async () => {
  await givenFolder()
  await put('call.wav')
  await pass()
  await app.stop()
  await put('second.wav', tone(500))
  app = await start()
  await pass()
  expect(await titles()).toEqual(['call.wav', 'second.wav'])
})

test('a recording put into the folder, or into one in it, is added once; what was there is not', async () => {
  await put('before.wav', tone(200))
  await givenFolder()
  await put('call.wav')
  await put('2024-11-04 15.00.12 Weekly sync/video1234567890.mp4', tone(500))
  await put('notes.txt', 'no recording')
  await put('call.vtt', 'WEBVTT')
  await put('.hidden.wav', tone(600))
  await put('Talk.mp4.download/Talk.mp4', tone(700))
  await pass()
  expect(await titles()).toEqual(['call.wav', 'video1234567890.mp4'])
  const { body } = await app.call('GET', `/v1/projects/${projectId}/content`)
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual([
    'completed',
    'completed',
  ])
  expect(await folder()).toMatchObject({
    ...{ project_id: projectId, path: inbox, error: null, taken_count: 2 },
    ...{ waiting: [], failures: [] },
  })
})

test('of a meeting of Zoom the video alone is taken once it is converted, with its title and time', async () => {
  await givenFolder()
  const meeting = '2024-11-04 15.00.12 Weekly sync'
  const raw = await put(`${meeting}/double_click_to_convert_01.zoom`)
  await put(`${meeting}/audio1234567890.m4a`)
  await put(`${meeting}/Audio Record/audioMary1234567890.m4a`, tone(300))
  await pass()
  expect(await titles()).toEqual([])
  await put(`${meeting}/video1234567890.mp4`, tone(500))
  await rm(raw)
  await pass()
  const { body } = await app.call('GET', `/v1/projects/${projectId}/content`)
  const recorded_at = new Date(2024, 10, 4, 15, 0, 12).toISOString()
  const filename = 'video1234567890.mp4'
  expect(body.data).toHaveLength(1)
  expect(body.data).toMatchObject([{ filename, title: 'Weekly sync', recorded_at }])
})

test('nothing is taken twice: renamed, copied, touched, or in the project already', async () => {
  const was = await put('before.wav', tone(200))
  await givenFolder()
  const file = await put('call.wav')
  await pass()
  await rename(was, path.join(inbox, 'before, renamed.wav'))
  await rename(file, path.join(inbox, 'call, renamed.wav'))
  await put('call.wav')
  await utimes(path.join(inbox, 'call, renamed.wav'), new Date(), new Date('2026-11-20T10:00:00Z'))
  await pass()
  expect(await titles()).toEqual(['call.wav'])
  const [{ id }] = (await app.call('GET', `/v1/projects/${projectId}/content`)).body.data
  await app.call('POST', `/v1/projects/${projectId}/content/${id}/trash`)
  await put('again.wav')
  await pass()
  expect(await titles()).toEqual([])
  expect(await folder()).toMatchObject({ taken_count: 1 })
})

test('a file is taken when it is whole: it grows no more and nobody has it open', async () => {
  await givenFolder()
  const file = await put('long.wav', tone().subarray(0, 2_000))
  const recorder = await open(file, 'r+')
  await put('video.mp4', '')
  await put('video.mp4.part', tone())
  await put('whole.wav', tone(500))
  await put('loading.wav', tone(600))
  await put('loading.wav.crdownload', '')
  await pass()
  const waits = process.platform === 'linux'
  if (waits) expect(await titles()).toEqual(['whole.wav'])
  expect((await folder()).waiting).toContainEqual({
    ...{ filename: 'loading.wav', reason: 'being_written' },
  })
  await recorder.writeFile(tone())
  await recorder.close()
  app.clock.advance(10 * second)
  await app.idle()
  await rm(path.join(inbox, 'loading.wav.crdownload'))
  await pass()
  expect(await titles()).toEqual(['loading.wav', 'long.wav', 'whole.wav'])
  expect((await folder()).waiting.map(({ filename }: { filename: string }) => filename)).toEqual([
    'video.mp4',
  ])
})

test('a file whose bytes are in a cloud is told, and taken once they are here', async () => {
  await givenFolder()
  const file = await put('meeting.mp4', '')
  await truncate(file, 1_000_000)
  await pass()
  expect((await folder()).waiting).toEqual([{ filename: 'meeting.mp4', reason: 'online_only' }])
  await writeFile(file, Buffer.alloc(1_000_000, 1))
  await pass()
  expect(await titles()).toEqual(['meeting.mp4'])
  expect((await folder()).waiting).toEqual([])
})

test('a file that is refused is told with its reason, and tried again when somebody asks', async () => {
  const id = await givenFolder()
  const file = await put('huge.wav')
  await truncate(file, 5_000_000_001)
  await put('good.wav')
  await pass()
  const { failures, taken_count: taken } = await folder()
  expect(failures).toMatchObject([{ filename: 'huge.wav', error: { code: 'payload_too_large' } }])
  expect(taken).toBe(1)
  await truncate(file, 0)
  await writeFile(file, tone(300))
  const { body } = await app.call('POST', `/v1/watched-folders/${id}/scan`)
  expect(body.data.failures).toEqual([])
  await pass()
  expect(await titles()).toEqual(['good.wav', 'huge.wav'])
})

test('where nothing can be transcribed at present it waits, and says why', async () => {
  isReady = false
  onTestFinished(() => {
    isReady = true
  })
  await givenFolder()
  await put('call.wav')
  await pass()
  expect(await titles()).toEqual([])
  expect((await folder()).error).toMatchObject({ code: 'model_unavailable' })
  isReady = true
  await pass(4 * minute)
  expect(await titles()).toEqual(['call.wav'])
  expect((await folder()).error).toBeNull()
})

test('a folder that goes away is told, and watched again when it is back', async () => {
  await givenFolder()
  await rename(inbox, `${inbox}.away`)
  await pass()
  expect((await folder()).error).toMatchObject({ code: 'folder_missing' })
  await rename(`${inbox}.away`, inbox)
  await put('back.wav')
  await pass(2 * minute)
  expect((await folder()).error).toBeNull()
  expect(await titles()).toEqual(['back.wav'])
})

test('a folder that stays missing is a notice, once, until it is back or watched no more', async () => {
  const notices = async () => (await app.call('GET', '/v1/notices')).body.data
  const id = await givenFolder()
  await rename(inbox, `${inbox}.away`)
  await pass(9 * minute)
  expect(await notices()).toEqual([])
  await pass(3 * minute)
  expect(await notices()).toMatchObject([
    {
      kind: 'watched_folder_missing',
      body: expect.stringContaining(`${inbox} is not there, so no recordings are added from it.`),
      link: `/app/#/projects/${projectId}?settings=folders`,
    },
  ])
  await app.call('POST', '/v1/notices/read-all')
  await pass(12 * minute)
  expect(await notices()).toMatchObject([{ is_read: true }])
  await writeFile(path.join(`${inbox}.away`, 'meanwhile.wav'), tone())
  await rename(`${inbox}.away`, inbox)
  await pass(2 * minute)
  expect(await notices()).toEqual([])
  expect(await titles()).toEqual(['meanwhile.wav'])
  await rename(inbox, `${inbox}.away`)
  await pass(12 * minute)
  expect(await notices()).toHaveLength(1)
  await app.call('DELETE', `/v1/watched-folders/${id}`)
  expect(await notices()).toEqual([])
})

test('a folder is watched once for a project, not while that is in the bin, and no more when removed', async () => {
  const id = await givenFolder()
  const again = await add(`${inbox}/../inbox`)
  expect([again.status, again.body.data.id]).toEqual([200, id])
  await app.call('POST', `/v1/projects/${projectId}/trash`)
  await put('call.wav')
  await pass()
  expect(await folder()).toBeUndefined()
  await app.call('POST', `/v1/projects/${projectId}/restore`)
  await pass(2 * minute)
  expect(await titles()).toEqual(['call.wav'])
  expect((await app.call('DELETE', `/v1/watched-folders/${id}`)).status).toBe(200)
  await put('late.wav', tone(500))
  await pass()
  expect(await titles()).toEqual(['call.wav'])
  expect((await app.call('DELETE', `/v1/watched-folders/${id}`)).status).toBe(404)
})

test.each([
  ['one that is not absolute', 'not_absolute', () => 'Videos'],
  ['one that is not there', 'folder_missing', () => path.join(home, 'none')],
  ['a file', 'folder_missing', () => put('a.wav')],
  ['one of Earshot itself', 'own_folder', () => path.join(dataDir, 'recordings')],
  ['one that holds those of Earshot', 'own_folder', () => path.dirname(dataDir)],
])('a folder to watch is refused: %s', async (_what, code, place) => {
  const { status, body } = await add(await place())
  expect(status).toBe(400)
  expect(body.error.details).toMatchObject([{ field: 'path', code }])
})

test('a key of the API chooses no folder, and the list can be had for one project', async () => {
  const { body: made } = await app.call('POST', '/v1/api-keys', { body: { name: 'CI' } })
  const body = { project_id: projectId, path: inbox }
  const key = made.data.key
  expect((await app.call('POST', '/v1/watched-folders', { key, body })).status).toBe(403)
  await givenFolder()
  const other = (await givenProject(app)).id
  const list = async (id: string) =>
    (await app.call('GET', `/v1/watched-folders?project_id=${id}`, { key })).body.data
  expect([(await list(projectId)).length, (await list(other)).length]).toEqual([1, 0])
})
