import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchedFolder } from '../../main/desktop-api.ts'
import { uploadFile } from '../../main/upload-file.ts'
import { FinalRefusal, watchFolders, type WatchOptions } from '../../main/watched-folders.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeWav, sine } from '../support/sound.ts'

let app: TestApp
let home = ''
let inbox = ''
let projectId = ''
let stored: Pick<WatchedFolder, 'id' | 'path' | 'projectId'>[] = []
const opened: ReturnType<typeof watchFolders>[] = []

beforeEach(async () => {
  app = await startTestApp()
  home = await mkdtemp(path.join(tmpdir(), 'earshot-watched-'))
  inbox = path.join(home, 'inbox')
  await mkdir(inbox)
  stored = []
  const { body } = await app.call('POST', '/v1/projects', { body: { name: 'Inbox' } })
  projectId = body.data.id
})
afterEach(async () => {
  for (const folders of opened.splice(0)) folders.stop()
  await app.stop()
  await rm(home, { recursive: true, force: true })
})

function open(upload?: WatchOptions['upload']) {
  const folders = watchFolders({
    stored: { read: () => stored, write: (next) => (stored = next) },
    ledgerFile: path.join(home, 'watched.json'),
    upload:
      upload ??
      ((folder, file) =>
        uploadFile(
          { baseUrl: app.baseUrl, key: app.sessionToken },
          { projectId: folder.projectId, file },
        )),
    onChange: () => {},
    settleMs: 40,
    lookEveryMs: 80,
  })
  opened.push(folders)
  return folders
}

const tone = makeWav({ rate: 16_000 }, 1, sine(440))
/** Written long enough ago to count as finished, as soon as it has been seen twice. */
async function put(name: string, content: Uint8Array | string = tone) {
  const file = path.join(inbox, name)
  await writeFile(file, content)
  await utimes(file, new Date(), new Date(Date.now() - 60_000))
  return file
}

async function filenames(): Promise<string[]> {
  const { body } = await app.call('GET', `/v1/projects/${projectId}/content`)
  return body.data.map(({ filename }: { filename: string }) => filename).toSorted()
}

const soon = { timeout: 15_000, interval: 50 }

test('a recording put into the folder is added to its project, once; what was there is not', async () => {
  await put('before.wav')
  const folders = open()
  await folders.add(inbox, projectId)
  await put('call.wav')
  await put('notes.txt', 'no recording')
  await put('call.vtt', 'WEBVTT')
  await put('.hidden.wav')
  await expect.poll(filenames, soon).toEqual(['call.wav'])
  await expect.poll(() => folders.list()[0]?.imported, soon).toBe(1)
  expect(folders.list()).toMatchObject([{ path: inbox, projectId, problem: null }])
  folders.stop()
  const again = open()
  again.start()
  await put('second.wav')
  await expect.poll(filenames, soon).toEqual(['call.wav', 'second.wav'])
})

test('a file that grows is taken when it is whole', async () => {
  const taken: string[] = []
  const folders = open(async (_folder, file) => void taken.push(path.basename(file)))
  await folders.add(inbox, projectId)
  const file = path.join(inbox, 'long.wav')
  await writeFile(file, tone.subarray(0, 2_000))
  await utimes(file, new Date(), new Date(Date.now() + 3_600_000)) // still being written
  await put('short.wav')
  await expect.poll(() => taken, soon).toEqual(['short.wav'])
  await put('long.wav')
  await expect.poll(() => taken, soon).toEqual(['short.wav', 'long.wav'])
})

test('a file that the service refuses is told and not tried again; the next one is taken', async () => {
  const tried: string[] = []
  const folders = open(async (_folder, file) => {
    tried.push(path.basename(file))
    if (file.endsWith('huge.wav')) throw new FinalRefusal('huge.wav: at most 5 GB')
  })
  await folders.add(inbox, projectId)
  await put('huge.wav')
  await expect.poll(() => folders.list()[0]?.problem ?? '', soon).toContain('huge.wav')
  await put('good.wav')
  await expect.poll(() => folders.list()[0]?.problem, soon).toBeNull()
  expect(tried).toEqual(['huge.wav', 'good.wav'])
})

test('what the service says of a file tells whether to try again', async () => {
  const file = await put('call.wav')
  const there = { baseUrl: app.baseUrl, key: app.sessionToken }
  const gone = uploadFile(there, { projectId: 'proj_01h2xcejqtf2nbrexx3vqjhp41', file })
  await expect(gone).rejects.not.toBeInstanceOf(FinalRefusal)
  const long = await put(`${'x'.repeat(240)}.wav`)
  await uploadFile(there, { projectId, file: long })
  expect(await filenames()).toHaveLength(1)
})

test('a service that does not answer is asked again; nothing is lost and nothing doubled', async () => {
  let attempts = 0
  const taken: string[] = []
  const folders = open(async (_folder, file) => {
    if (++attempts < 3) throw new Error('The service is starting.')
    taken.push(file)
  })
  await folders.add(inbox, projectId)
  const file = await put('call.wav')
  await expect.poll(() => taken, soon).toEqual([file])
  await expect.poll(() => folders.list()[0]?.problem, soon).toBeNull()
  expect(attempts).toBe(3)
})

test('a folder that goes away is told, and watched again when it is back', async () => {
  const taken: string[] = []
  const folders = open(async (_folder, file) => void taken.push(path.basename(file)))
  await folders.add(inbox, projectId)
  await rename(inbox, `${inbox}.away`)
  await expect.poll(() => folders.list()[0]?.problem, soon).toContain('ENOENT')
  await rename(`${inbox}.away`, inbox)
  await put('back.wav')
  await expect.poll(() => taken, soon).toEqual(['back.wav'])
})

test('a folder is watched once for a project, and no more when it was taken off', async () => {
  const taken: string[] = []
  const folders = open(async (_folder, file) => void taken.push(file))
  const { id } = await folders.add(inbox, projectId)
  expect((await folders.add(inbox, projectId)).id).toBe(id)
  expect(stored).toHaveLength(1)
  folders.remove(id)
  expect([folders.list(), stored]).toEqual([[], []])
  await expect(folders.add(path.join(home, 'none'), projectId)).rejects.toThrow('ENOENT')
})
