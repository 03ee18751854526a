import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBlobs, type Blobs } from '../../../service/blobs/blobs.ts'
import { newId } from '../../../service/core/ids.ts'

let dataDir: string
let blobs: Blobs

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-blobs-'))
  blobs = createBlobs({ dataDir })
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const filesIn = (folder: string) => readdir(path.join(dataDir, folder)).catch(() => [])
const fileOf = (id: string) => path.join(dataDir, 'recordings', id)
const chunks = (...all: Buffer[]) => Readable.from(all, { objectMode: false })

describe('receiving', () => {
  test('stores the bytes under the content id, for the owner only, and tells their hash', async () => {
    const id = newId('cont')
    const bytes = randomBytes(300_000)
    const { sha256 } = await blobs.receive(
      id,
      chunks(bytes.subarray(0, 70_000), bytes.subarray(70_000)),
      { bytes: bytes.length },
    )
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await readFile(fileOf(id))).toEqual(bytes)
    expect((await blobs.stat(id))?.bytes).toBe(bytes.length)
    expect(await filesIn('incoming')).toEqual([])
    if (process.platform === 'win32') return
    expect((await stat(fileOf(id))).mode & 0o777).toBe(0o600)
    for (const folder of ['incoming', 'recordings']) {
      expect((await stat(path.join(dataDir, folder))).mode & 0o777).toBe(0o700)
    }
  })

  test.each([
    ['one byte too few', 99],
    ['one byte too many', 101],
    ['nothing', 0],
  ])('refuses %s and leaves nothing behind', async (_name, sent) => {
    const id = newId('cont')
    const received = blobs.receive(id, chunks(Buffer.alloc(sent)), { bytes: 100 })
    await expect(received).rejects.toMatchObject({ code: 'upload_refused' })
    expect([await filesIn('incoming'), await filesIn('recordings')]).toEqual([[], []])
  })

  test('stops an endless sender at the first byte too many, and keeps its stream alive', async () => {
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 1_000
        this.push(Buffer.alloc(1_000))
      },
    })
    const received = blobs.receive(newId('cont'), endless, { bytes: 10_000 })
    await expect(received).rejects.toMatchObject({ code: 'upload_refused' })
    expect(sent).toBeLessThan(200_000)
    expect(endless.destroyed).toBe(false)
  })

  test('gives up a sender that falls silent or breaks off', async () => {
    const patient = createBlobs({ dataDir, idleMs: 20 })
    const silent = new PassThrough()
    silent.write(Buffer.alloc(10))
    const received = patient.receive(newId('cont'), silent, { bytes: 100 })
    await expect(received).rejects.toMatchObject({ code: 'upload_refused' })

    const broken = new PassThrough()
    broken.write(Buffer.alloc(10))
    const cut = blobs.receive(newId('cont'), broken, { bytes: 100 })
    broken.destroy(new Error('reset'))
    await expect(cut).rejects.toMatchObject({ code: 'upload_refused' })
    expect([await filesIn('incoming'), await filesIn('recordings')]).toEqual([[], []])
  })

  test('ends when it is told to', async () => {
    const stop = new AbortController()
    const stream = new PassThrough()
    const received = blobs.receive(newId('cont'), stream, { bytes: 100, signal: stop.signal })
    stop.abort()
    await expect(received).rejects.toMatchObject({ code: 'upload_refused' })
    expect(await filesIn('incoming')).toEqual([])
  })

  test('writes its sidecar with it, or neither', async () => {
    const id = newId('cont')
    const sender = () => chunks(Buffer.from('a'))
    const sidecar = sidecarOf(id)
    const withHash = async (sha256: string) => ({ ...sidecar, sha256 })
    const { sha256 } = await blobs.receive(id, sender(), { bytes: 1, describe: withHash })
    const file = path.join(dataDir, 'recordings', `${id}.json`)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...sidecar, sha256 })

    const other = newId('cont')
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const failing = { bytes: 1, describe: () => Promise.reject(full) }
    await expect(blobs.receive(other, sender(), failing)).rejects.toMatchObject({
      code: 'insufficient_storage',
    })
    expect(await filesIn('incoming')).toEqual([])
    expect((await filesIn('recordings')).toSorted()).toEqual([id, `${id}.json`])
  })

  test('refuses with 507 before writing where less than 1 GB would stay free', async () => {
    const free = { bytes: 1_000_000_099 }
    const full = createBlobs({ dataDir, freeBytes: async () => free.bytes })
    const stream = chunks(Buffer.alloc(100))
    await expect(full.receive(newId('cont'), stream, { bytes: 100 })).rejects.toMatchObject({
      code: 'insufficient_storage',
      status: 507,
    })
    expect(stream.readableDidRead).toBe(false)
    free.bytes = 1_000_000_100
    await full.receive(newId('cont'), stream, { bytes: 100 })
  })
})

test('only content ids name files', async () => {
  for (const name of [
    '../secret-key',
    'cont_',
    `${newId('cont')}/../x`,
    newId('proj'),
    '',
    'a\0b',
  ]) {
    await expect(async () => blobs.stat(name)).rejects.toThrow()
    await expect(async () => blobs.read(name)).rejects.toThrow()
  }
})

test('removing is done when it was done before', async () => {
  const id = newId('cont')
  await blobs.receive(id, chunks(Buffer.alloc(5)), { bytes: 5 })
  await blobs.remove(id)
  await blobs.remove(id)
  expect(await blobs.stat(id)).toBeNull()
})

const give = async (count: number) => {
  const ids = Array.from({ length: count }, () => newId('cont'))
  for (const id of ids) await blobs.receive(id, chunks(Buffer.alloc(1)), { bytes: 1 })
  return ids
}

const sidecarOf = (id: string) => ({
  format: 1 as const,
  id,
  project: { id: newId('proj'), name: 'Interviews' },
  filename: 'call.wav',
  content_type: 'audio/wav',
  size_bytes: 1,
  sha256: 'ab',
  source: 'recording' as const,
  created_at: '2026-11-21T09:30:00.000Z',
})

describe('settling at a start', () => {
  test('removes half uploads, sets aside what has no row, with its sidecar, and keeps the others', async () => {
    const [kept = '', orphan = ''] = await give(2)
    await blobs.describe(sidecarOf(orphan))
    await writeFile(path.join(dataDir, 'incoming', `${orphan}.1.part`), 'half')
    expect(await blobs.settle([kept])).toEqual({
      orphaned: [orphan],
      returned: [],
      unmoved: [],
      undescribed: [kept],
    })
    expect(await filesIn('incoming')).toEqual([])
    expect((await filesIn('recordings')).toSorted()).toEqual([kept, 'orphaned'].toSorted())
    expect(await blobs.listOrphans()).toEqual([orphan])
    expect(await blobs.readOrphan(orphan)).toMatchObject({
      id: orphan,
      bytes: 1,
      sidecar: { filename: 'call.wav' },
    })
    expect(await blobs.readOrphan(kept)).toBeNull()
  })

  test('takes back what has a row again, and what is asked for', async () => {
    const [first = '', second = ''] = await give(2)
    await blobs.describe(sidecarOf(first))
    await blobs.settle([])
    expect(await blobs.settle([first])).toMatchObject({ orphaned: [], returned: [first] })
    await blobs.takeBack(second)
    expect(await blobs.settle([first, second])).toEqual({
      orphaned: [],
      returned: [],
      unmoved: [],
      undescribed: [second],
    })
    expect((await blobs.stat(first))?.bytes).toBe(1)
    expect(await blobs.listOrphans()).toEqual([])
  })

  test('works on a folder that nothing was stored in yet, and leaves alone what is not ours', async () => {
    await blobs.settle([])
    await writeFile(path.join(dataDir, 'recordings', 'a note.txt'), 'mine')
    await blobs.settle([])
    expect(await filesIn('recordings')).toContain('a note.txt')
  })

  test('removes an orphan only where somebody asks for it', async () => {
    const ids = await give(25)
    await blobs.settle([])
    await blobs.removeOrphan(ids[0] ?? '')
    expect(await blobs.listOrphans()).toEqual(ids.slice(1).toReversed())
  })
})
