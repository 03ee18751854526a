import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBlobs } from '../../service/blobs/blobs.ts'
import { newId } from '../../service/core/ids.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { isNightly } from '../support/nightly.ts'
import { sharedDataFolder } from '../support/prepared-data.ts'
import { kennedyClip } from '../support/sound.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'

// The real service on a disk of its own that is really full. Such a disk can be mounted on Linux by
// root only; elsewhere this says that it was left out.

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder])
const canMount = mounted.status === 0
if (!canMount) process.stderr.write('LEFT OUT: no disk could be mounted, so none was filled.\n')

const filler = path.join(folder, 'filler')
let service: ServiceProcess
let projectId = ''
beforeAll(async () => {
  if (!canMount) return
  service = await startServiceProcess(path.join(folder, 'data'), { EARSHOT_LOG_LEVEL: 'silent' })
  projectId = (await post('/v1/projects', { name: 'Small' })).body.data.id
})
afterAll(async () => {
  await service?.stop()
  if (canMount) spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

async function call(method: string, url: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${service.token}`, ...init.headers }
  const answer = await fetch(service.baseUrl + url, { ...init, method, headers })
  return { status: answer.status, body: await answer.json() }
}
const post = (url: string, body: unknown, key: string = randomUUID()) =>
  call('POST', url, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })
const newPrompt = (name: string) => ({
  name,
  // Random, so that the database cannot make it smaller.
  template: `{{transcript}} ${randomBytes(15_000).toString('base64')}`,
})
const countPrompts = async (): Promise<number> =>
  (await call('GET', '/v1/prompts?limit=100')).body.data.length

const block = 4096
/** Gives the disk this much room beyond what is used, in bytes. */
async function leave(bytes: number): Promise<void> {
  const { blocks, bfree, bsize } = await statfs(folder)
  const size = Math.ceil(((blocks - bfree) * bsize + bytes) / block) * block
  const { status } = spawnSync('mount', ['-o', `remount,size=${size}`, folder])
  expect(status).toBe(0)
}

/** Lets this many more files be made. */
async function leaveFiles(count: number): Promise<void> {
  const { files, ffree } = await statfs(folder)
  const { status } = spawnSync('mount', [
    '-o',
    `remount,nr_inodes=${files - ffree + count}`,
    folder,
  ])
  expect(status).toBe(0)
}

type Waiting = { sort: { filename: string; content_type: string }; free: number; timeout: number }

/** A file is whole on the disk when only `free` bytes are left: it waits for more, and is completed in `timeout` ms then. */
async function waitForSpace(
  bytes: Buffer<ArrayBuffer>,
  { sort, free, timeout }: Waiting,
): Promise<void> {
  const content = `/v1/projects/${projectId}/content`
  await leave(1_200_000_000)
  const session = await post(`${content}/upload-url`, { ...sort, size_bytes: bytes.length })
  const { upload_url: url, upload_headers: headers, content_id: id } = session.body.data
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  const complete = async (room: number) => {
    await leave(room)
    return (await post(`${content}/${id}/upload-complete`, {})).status
  }
  // Where the database has to grow by a page for it, it is refused and asked for again.
  const first = await complete(free)
  if (first !== 202) expect([first, await complete(free + 16 * block)]).toEqual([507, 202])
  const read = async () => (await call('GET', `${content}/${id}`)).body.data
  await expect.poll(async () => (await read()).stage, { timeout: 20_000 }).toBe('waiting_for_space')
  await leave(1_200_000_000)
  await expect.poll(async () => (await read()).status, { timeout }).toBe('completed')
}

/** Takes the last byte of the disk; what does not fit is left out. */
async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(filler, Buffer.alloc(bavail * bsize))
}

test.skipIf(!canMount)('a disk that is full at the sidecar is 507 and keeps nothing', async () => {
  const dataDir = path.join(folder, 'small')
  await mkdir(dataDir)
  // Three pages of memory: the recording fills them.
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12k', 'tmpfs', dataDir]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', ['-l', dataDir]))
  const blobs = createBlobs({ dataDir, freeBytes: async () => Infinity })
  const id = newId('cont')
  const describe = async (sha256: string) => ({
    format: 1 as const,
    ...{ id, sha256, filename: 'a.wav', content_type: 'audio/wav', size_bytes: 12_288 },
    project: { id: newId('proj'), name: 'Small' },
    source: 'recording' as const,
    created_at: '2026-11-21T09:30:00.000Z',
  })
  const sound = Readable.from([Buffer.alloc(12_288)])
  await expect(blobs.receive(id, sound, { bytes: 12_288, describe })).rejects.toMatchObject({
    code: 'insufficient_storage',
  })
  expect((await readdir(dataDir, { recursive: true })).toSorted()).toEqual([
    'incoming',
    'recordings',
  ])
})

// A database of its own is dear; by night only.
test.skipIf(!canMount || !isNightly)(
  'a file of a table that found no room is made once there is some',
  async () => {
    await leave(400_000_000)
    const dataDir = path.join(folder, 'database')
    await cp(await sharedDataFolder(), dataDir, { recursive: true })
    const db = await openDatabase({ dataDir, log: createLog('silent') })
    onTestFinished(async () => {
      await db.close()
      await rm(dataDir, { recursive: true })
    })
    const run = (text: string) => sql.raw(text).execute(db.sql)
    await run(
      'CREATE TABLE notes AS SELECT n, repeat(md5(n::text), 9) FROM generate_series(1, 999) n',
    )
    await leaveFiles(0)
    // The maps of its free space and of its visible pages.
    await expect(run('VACUUM notes')).rejects.toThrow('No space left on device')
    await leaveFiles(100)
    await run('VACUUM notes')
  },
)

test.skipIf(!canMount)('an upload that does not fit is 507 and leaves nothing behind', async () => {
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 1_000_000 }
  const session = await post(`/v1/projects/${projectId}/content/upload-url`, file)
  expect(session.status).toBe(201)
  const { upload_url: url, upload_headers: headers } = session.body.data
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(1_000_000) })
  expect(answer.status).toBe(507)
  expect((await answer.json()).error.code).toBe('insufficient_storage')
  const left = await readdir(path.join(folder, 'data'), { recursive: true })
  expect(left.filter((name) => /^(recordings|incoming)\/./.test(name))).toEqual([])
})

test.skipIf(!canMount)(
  'what the database cannot hold is 507 and undone; it answers, and goes on with space',
  { timeout: 60_000 },
  async () => {
    await fill()
    const before = await countPrompts()
    const codes = new Set<string>()
    let written = 0
    let refused: { body: object; key: string } | null = null
    // The first ones still fit into files that the database made earlier.
    for (let at = 0; at < 60 && (refused === null || at < 20); at += 1) {
      const request = { body: newPrompt(`Full ${at}`), key: randomUUID() }
      const answer = await post('/v1/prompts', request.body, request.key)
      if (answer.status === 201) written += 1
      else {
        expect(answer.status).toBe(507)
        codes.add(answer.body.error.code)
        refused = request
      }
    }
    expect([...codes]).toEqual(['insufficient_storage'])
    expect(await countPrompts()).toBe(before + written)
    expect((await call('GET', '/v1/org')).status).toBe(200)
    await rm(filler)
    // The same request with the same key: the answer of then was not kept.
    const again = await post('/v1/prompts', refused?.body, refused?.key)
    expect(again.status).toBe(201)
    expect(await countPrompts()).toBe(before + written + 1)
    expect(await service.stop()).toBe(0)
    service = await startServiceProcess(path.join(folder, 'data'))
    expect(await countPrompts()).toBe(before + written + 1)
  },
)

// With each change the last test of this file waits likewise, for a transcript that nobody has to hear.
test.skipIf(!canMount || !isNightly)(
  'a transcription for which there is no room waits for it, wherever it is, and the service stays up',
  { timeout: 180_000 },
  async () => {
    const bytes = await readFile(kennedyClip)
    const sort = { filename: 'a.mp3', content_type: 'audio/mpeg' }
    for (const blocks of [2, 0, 16, 64])
      await waitForSpace(bytes, { sort, free: blocks * block, timeout: 60_000 })
  },
)

test.skipIf(!canMount)(
  'an upload for which no file can be made is 507, and goes on after it',
  async () => {
    const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 1_000 }
    await leave(1_200_000_000)
    const session = await post(`/v1/projects/${projectId}/content/upload-url`, file)
    const { upload_url: url, upload_headers: headers } = session.body.data
    const send = () => fetch(url, { method: 'PUT', headers, body: new Uint8Array(1_000) })
    // Space enough, but no entry for another file, as where a folder cannot grow.
    await leaveFiles(0)
    const answer = await send()
    expect([answer.status, (await answer.json()).error.code]).toEqual([507, 'insufficient_storage'])
    await leaveFiles(10_000)
    expect((await send()).status).toBe(200)
  },
)

test.skipIf(!canMount)(
  'a transcript waits where its log of writes might fill the disk',
  { timeout: 60_000 },
  async () => {
    const bytes = Buffer.from('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGood morning\n')
    const sort = { filename: 'a.vtt', content_type: 'text/vtt' }
    await waitForSpace(bytes, { sort, free: 50_000_000, timeout: 30_000 })
  },
)
