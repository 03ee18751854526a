import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBlobs } from '../../../service/blobs/blobs.ts'
import { testKeys } from '../../support/library-keys.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-temporary-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const incoming = () => readdir(path.join(dataDir, 'incoming'))
const bytes = (text = 'some recorded bytes') => Readable.from([Buffer.from(text)])

test('a temporary file is there until it is discarded, and while somebody works with it', async () => {
  const file = await createBlobs({ dataDir }).receiveTemporary(bytes(), 19)
  expect(file.bytes).toBe(19)
  const read = Promise.withResolvers<void>()
  const text = file.lend(async (place) => {
    await read.promise
    return readFile(place, 'utf8')
  })
  const discarded = file.discard()
  read.resolve()
  expect(await text).toBe('some recorded bytes')
  await discarded
  await file.discard()
  expect(await incoming()).toEqual([])
})

test('a stream that breaks off leaves nothing behind', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('some')
      throw new Error('The client is gone.')
    })(),
  )
  await expect(createBlobs({ dataDir }).receiveTemporary(broken, 19)).rejects.toThrow('gone')
  expect(await incoming()).toEqual([])
})

test('a full disk refuses it before a byte is written', async () => {
  const blobs = createBlobs({ dataDir, freeBytes: async () => 500_000_000 })
  await expect(blobs.receiveTemporary(bytes(), 19)).rejects.toMatchObject({
    code: 'insufficient_storage',
  })
  expect(await incoming()).toEqual([])
})

test('what a kill left is removed by the next start', async () => {
  await createBlobs({ dataDir }).receiveTemporary(bytes(), 19)
  expect(await incoming()).toHaveLength(1)
  await createBlobs({ dataDir }).settle([])
  expect(await incoming()).toEqual([])
})

// Elsewhere there is no folder in memory.
test.skipIf(process.platform !== 'linux')(
  'of an encrypted library it lies in memory, and is removed from there, also after a kill',
  async () => {
    const file = await createBlobs({ dataDir, keys: testKeys }).receiveTemporary(bytes(), 19)
    const place = await file.lend(async (one) => one)
    expect(place).toMatch(/^\/dev\/shm\//)
    expect(await incoming()).toEqual([])
    await file.discard()
    expect(existsSync(path.dirname(place))).toBe(false)
    const left = await createBlobs({ dataDir, keys: testKeys }).receiveTemporary(bytes(), 19)
    await createBlobs({ dataDir, keys: testKeys }).settle([])
    expect(existsSync(await left.lend(async (one) => one))).toBe(false)
  },
)
