import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  createSealing,
  isSealedFile,
  openBytes,
  openSealedFile,
  plainBytesOf,
  SealBroken,
  sealBytes,
  sealedBytesOf,
} from '../../../service/encryption/sealed-file.ts'
import { temporaryFolder } from '../../support/folders.ts'

const chunk = 65_536
const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 77]
const key = randomBytes(32)

test.each(sizes)('%i bytes come back, whole and in part', async (size) => {
  const plain = randomBytes(size)
  // In writes that fit no chunk.
  const writes = Array.from({ length: Math.ceil(size / 10_007) }, (_, index) =>
    plain.subarray(index * 10_007, (index + 1) * 10_007),
  )
  const sealed = await buffer(Readable.from(writes, { objectMode: false }).pipe(createSealing(key)))
  expect(sealed.length).toBe(sealedBytesOf(size))
  expect(plainBytesOf(sealed.length)).toBe(size)
  expect(openBytes(key, sealed)).toEqual(plain)
  expect(openBytes(key, sealBytes(key, plain))).toEqual(plain)
  const file = await store(sealed)
  expect(await isSealedFile(file)).toBe(true)
  const opened = await openSealedFile(file, key)
  expect(opened.bytes).toBe(size)
  expect(await buffer(opened.read())).toEqual(plain)
  for (const [start, end] of [
    [0, 1],
    [chunk - 1, chunk + 1],
    [chunk, 2 * chunk],
    [size - 1, size],
    [5, size + 9],
  ] as const) {
    if (start < 0 || start > size) continue
    expect(await buffer(opened.read({ start, end }))).toEqual(plain.subarray(start, end))
  }
  await opened.close()
})

test('the same bytes are never sealed to the same', () => {
  const plain = Buffer.alloc(100)
  expect(sealBytes(key, plain)).not.toEqual(sealBytes(key, plain))
})

test('what was changed, cut short, moved or made with another key is refused', async () => {
  const plain = randomBytes(2 * chunk + 100)
  const sealed = sealBytes(key, plain)
  const part = chunk + 16
  const swapped = Buffer.concat([
    sealed.subarray(0, 32),
    sealed.subarray(32 + part, 32 + 2 * part),
    sealed.subarray(32, 32 + part),
    sealed.subarray(32 + 2 * part),
  ])
  const cases = [
    ...[3, 12, 40, 32 + part + 5, sealed.length - 1].map((at) => flip(sealed, at)),
    sealed.subarray(0, 32 + 2 * part),
    sealed.subarray(0, 32 + part),
    sealed.subarray(0, sealed.length - 1),
    sealed.subarray(0, 32),
    Buffer.alloc(0),
    swapped,
  ]
  for (const damaged of cases) {
    expect(() => openBytes(key, damaged)).toThrow(SealBroken)
    await expect(readAll(await store(damaged), key)).rejects.toThrow(SealBroken)
  }
  expect(() => openBytes(randomBytes(32), sealed)).toThrow(SealBroken)
  await expect(openSealedFile(await store(sealed), randomBytes(32))).rejects.toThrow(SealBroken)
})

test('a file that is not sealed is told from one that is', async () => {
  expect(await isSealedFile(await store(Buffer.from('RIFF')))).toBe(false)
  expect(await isSealedFile(await store(Buffer.alloc(0)))).toBe(false)
  for (const bytes of [0, 31, 32, 47]) expect(plainBytesOf(bytes)).toBeNull()
  expect(plainBytesOf(48)).toBe(0)
  expect(plainBytesOf(32 + chunk + 16 + 16)).toBeNull()
})

async function readAll(file: string, opener: Buffer): Promise<Buffer> {
  const opened = await openSealedFile(file, opener)
  try {
    return await buffer(opened.read())
  } finally {
    await opened.close()
  }
}

async function store(bytes: Buffer): Promise<string> {
  const file = path.join(await temporaryFolder(), 'sealed')
  await writeFile(file, bytes)
  expect((await readFile(file)).length).toBe(bytes.length)
  return file
}

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
