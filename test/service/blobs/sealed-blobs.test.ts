import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBlobs, type Blobs } from '../../../service/blobs/blobs.ts'
import { newId } from '../../../service/core/ids.ts'
import { deriveLibraryKeys, newLibraryKey } from '../../../service/encryption/library-key.ts'

const keys = deriveLibraryKeys(newLibraryKey())
const never = new AbortController().signal
let dataDir: string
let blobs: Blobs
/** The same folder, before it was encrypted. */
let plainBlobs: Blobs

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-sealed-'))
  blobs = createBlobs({ dataDir, keys })
  plainBlobs = createBlobs({ dataDir })
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const fileOf = (id: string) => path.join(dataDir, 'recordings', id)
const asideOf = (id: string) => path.join(dataDir, 'recordings', 'orphaned', id)
const filesIn = (folder: string) => readdir(path.join(dataDir, folder)).catch(() => [])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const words = 'what nobody else may read; '
const newBytes = () => Buffer.concat([Buffer.from(words.repeat(5000)), randomBytes(60_000)])

const sidecarOf = (id: string) => ({
  format: 1 as const,
  id,
  project: { id: newId('proj'), name: 'Secret project' },
  filename: 'secret call.wav',
  content_type: 'audio/wav',
  size_bytes: 1,
  sha256: null,
  source: 'recording' as const,
  created_at: '2026-11-21T09:30:00.000Z',
})

async function store(into: Blobs, bytes = newBytes()) {
  const id = newId('cont')
  const chunks = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, at) =>
    bytes.subarray(at * 50_000, (at + 1) * 50_000),
  )
  const stream = Readable.from(chunks, { objectMode: false })
  const describeIt = async () => sidecarOf(id)
  const { sha256 } = await into.receive(id, stream, { bytes: bytes.length, describe: describeIt })
  expect(sha256).toBe(hashOf(bytes))
  return { id, bytes }
}

async function readAll(from: Blobs, id: string, range = {}) {
  const stream = await from.read(id, range)
  return stream && buffer(stream)
}

async function expectWhole({ id, bytes }: { id: string; bytes: Buffer }) {
  expect(await readAll(blobs, id)).toEqual(bytes)
  expect(await blobs.stat(id)).toMatchObject({ bytes: bytes.length })
  expect(await blobs.hash(id, never)).toBe(hashOf(bytes))
  const lent = await blobs.withPlainFile(id, (file) => readFile(file))
  expect(lent).toEqual(bytes)
}

/** Every file below the folder, by its path in it. */
async function allFiles(): Promise<Map<string, Buffer>> {
  const entries = await readdir(dataDir, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name)
    return [path.relative(dataDir, file), await readFile(file)] as const
  })
  return new Map(await Promise.all(read))
}

async function expectNoWords() {
  for (const [name, bytes] of await allFiles()) {
    for (const word of ['nobody else', 'Secret', 'secret call']) {
      expect(bytes.includes(word), `${word} in ${name}`).toBe(false)
    }
  }
}

describe('in an encrypted library', () => {
  test('nothing that was sent lies on the disk, also while it comes; all of it comes back', async () => {
    const bytes = newBytes()
    const id = newId('cont')
    let during: Buffer[] = []
    const slow = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 150_000)
        await vi.waitFor(async () => {
          during = [...(await allFiles()).values()]
          expect(during[0]?.length).toBeGreaterThan(100_000)
        })
        yield bytes.subarray(150_000)
      })(),
      { objectMode: false },
    )
    await blobs.receive(id, slow, { bytes: bytes.length, describe: async () => sidecarOf(id) })
    expect(during.map((part) => part.includes('nobody else'))).toEqual([false])
    await expectNoWords()
    await expectWhole({ id, bytes })
    for (const [start, end] of [
      [0, 1],
      [65_535, 65_537],
      [100_000, 200_000],
      [bytes.length - 1, bytes.length],
    ] as const) {
      expect(await readAll(blobs, id, { start, end })).toEqual(bytes.subarray(start, end))
    }
    expect((await filesIn('recordings')).toSorted()).toEqual([id, `${id}.json`, `${id}.key`])
    expect(await filesIn('incoming')).toEqual([])
    for (const name of await filesIn('recordings')) {
      if (process.platform === 'win32') break
      expect((await stat(path.join(dataDir, 'recordings', name))).mode & 0o777).toBe(0o600)
    }
  })

  test('an upload that fails leaves no key, and one that is repeated can be read at any moment', async () => {
    const id = newId('cont')
    const failing = { bytes: 5, describe: () => Promise.reject(new Error('no')) }
    await expect(
      blobs.receive(id, Readable.from([Buffer.from('first')]), failing),
    ).rejects.toThrow()
    expect(await filesIn('recordings')).toEqual([])
    await blobs.receive(id, Readable.from([Buffer.from('first')]), { bytes: 5 })
    const key = await readFile(`${fileOf(id)}.key`)
    await blobs.receive(id, Readable.from([Buffer.from('again')]), { bytes: 5 })
    expect(await readFile(`${fileOf(id)}.key`)).toEqual(key)
    expect(String(await readAll(blobs, id))).toBe('again')
  })

  test('the key is of this recording and this library', async () => {
    const [first, second] = [await store(blobs), await store(blobs)]
    await writeFile(`${fileOf(first.id)}.key`, await readFile(`${fileOf(second.id)}.key`))
    expect(await blobs.hash(first.id, never)).toBeNull()
    expect((await blobs.stat(first.id))?.bytes).not.toBe(first.bytes.length)
    const others = createBlobs({ dataDir, keys: deriveLibraryKeys(newLibraryKey()) })
    expect(await others.hash(second.id, never)).toBeNull()
  })

  test('damage is found, wherever it is', async () => {
    const { id, bytes } = await store(blobs)
    const sealed = await readFile(fileOf(id))
    for (const at of [3, 20, 40, 70_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(fileOf(id), changed)
      expect(await blobs.hash(id, never), `at ${at}`).not.toBe(hashOf(bytes))
    }
    await writeFile(fileOf(id), sealed.subarray(0, sealed.length - 5))
    expect((await blobs.stat(id))?.bytes).not.toBe(bytes.length)
    // What comes before the damage can still be played.
    expect(await readAll(blobs, id, { end: 1000 })).toEqual(bytes.subarray(0, 1000))
  })

  test('removing unlinks the key, and so does removing what was set aside', async () => {
    const [kept, orphan] = [await store(blobs), await store(blobs)]
    await blobs.settle([kept.id])
    expect(existsSync(`${asideOf(orphan.id)}.key`)).toBe(true)
    expect(existsSync(`${fileOf(orphan.id)}.key`)).toBe(false)
    expect(await blobs.readOrphan(orphan.id)).toMatchObject({
      bytes: orphan.bytes.length,
      sidecar: { filename: 'secret call.wav' },
    })
    await blobs.takeBack(orphan.id)
    await expectWhole(orphan)
    await blobs.settle([kept.id])
    // As a kill in the middle of a move leaves it.
    await writeFile(`${fileOf(orphan.id)}.key`, await readFile(`${asideOf(orphan.id)}.key`))
    await blobs.removeOrphan(orphan.id)
    await blobs.remove(kept.id)
    expect(await filesIn('recordings')).toEqual(['orphaned'])
    expect(await filesIn('recordings/orphaned')).toEqual([])
  })

  test('a file that is lent in plain is for its owner only, and gone whatever happens', async () => {
    const { id, bytes } = await store(blobs)
    let lent = ''
    const failing = blobs.withPlainFile(id, async (file) => {
      lent = file
      expect(await readFile(file)).toEqual(bytes)
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
      if (process.platform === 'linux') expect(file.startsWith('/dev/shm/')).toBe(true)
      throw new Error('the program failed')
    })
    await expect(failing).rejects.toThrow('the program failed')
    expect(lent).not.toBe('')
    expect(existsSync(lent)).toBe(false)
  })
})

describe('converting', () => {
  test('seals what is plain and makes it plain again, with its time; what is set aside too', async () => {
    const [first, second] = [await store(plainBlobs), await store(plainBlobs)]
    const third = await store(plainBlobs)
    await plainBlobs.settle([first.id, second.id])
    const { mtime } = await stat(fileOf(first.id))
    for (const each of [first, second]) await expectWhole(each)
    expect(await blobs.conversion?.count()).toEqual({ recordings: 3, sealed: 0 })

    expect(await blobs.conversion?.run('sealed', never)).toEqual({ isComplete: true, failed: [] })
    expect(await blobs.conversion?.count()).toEqual({ recordings: 3, sealed: 3 })
    await expectNoWords()
    expect((await stat(fileOf(first.id))).mtime).toEqual(mtime)
    for (const each of [first, second]) await expectWhole(each)
    expect(await blobs.readOrphan(third.id)).toMatchObject({ sidecar: { id: third.id } })

    expect(await blobs.conversion?.run('plain', never)).toEqual({ isComplete: true, failed: [] })
    expect(await blobs.conversion?.count()).toEqual({ recordings: 3, sealed: 0 })
    for (const { id, bytes } of [first, second]) {
      expect(await readFile(fileOf(id))).toEqual(bytes)
      expect(await plainBlobs.hash(id, never)).toBe(hashOf(bytes))
      expect(JSON.parse(await readFile(`${fileOf(id)}.json`, 'utf8'))).toMatchObject({ id })
    }
    expect(await readFile(asideOf(third.id))).toEqual(third.bytes)
    expect(await filesIn('incoming')).toEqual([])
    const later = await store(blobs)
    expect(await readFile(fileOf(later.id))).toEqual(later.bytes)
  })

  test('a plain recording that begins as sealed files do is told from one', async () => {
    const bytes = Buffer.concat([Buffer.from('EARSHOT\u0001', 'latin1'), randomBytes(100)])
    const odd = await store(plainBlobs, bytes)
    await expectWhole(odd)
  })

  test('one that a program reads is sealed when it has ended, one that is deleted stays deleted', async () => {
    const [lent, gone] = [await store(plainBlobs), await store(plainBlobs)]
    let isDone = false
    const converted = await blobs.withPlainFile(lent.id, async (file) => {
      const running = blobs.conversion?.run('sealed', never).then((end) => {
        isDone = true
        return end
      })
      await vi.waitFor(() => expect(existsSync(`${fileOf(gone.id)}.key`)).toBe(true))
      await blobs.remove(gone.id)
      expect(await readFile(file)).toEqual(lent.bytes)
      expect(isDone).toBe(false)
      return { running }
    })
    expect(await converted.running).toEqual({ isComplete: true, failed: [] })
    await expectWhole(lent)
    expect((await filesIn('recordings')).toSorted()).toEqual(
      [lent.id, `${lent.id}.json`, `${lent.id}.key`].toSorted(),
    )
  })

  test('one that is damaged stays as it is, and the others follow', async () => {
    const [bad, good] = [await store(blobs), await store(blobs)]
    const sealed = await readFile(fileOf(bad.id))
    sealed[70_000] = (sealed[70_000] ?? 0) ^ 1
    await writeFile(fileOf(bad.id), sealed)
    expect(await blobs.conversion?.run('plain', never)).toEqual({
      isComplete: true,
      failed: [bad.id],
    })
    expect(await readFile(fileOf(bad.id))).toEqual(sealed)
    expect(existsSync(`${fileOf(bad.id)}.key`)).toBe(true)
    expect(await readFile(fileOf(good.id))).toEqual(good.bytes)
  })
})
