import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../../service/core/log.ts'
import { fastWeights, type Weights } from '../../../../service/engine/ggml/fast-weights.ts'

let folder: string
let cacheDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-weights-'))
  cacheDir = path.join(folder, 'cache')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fast = (weights: Weights, signal = new AbortController().signal) =>
  fastWeights({ cacheDir, log: createLog('silent'), signal }, weights)

const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, at * 4)
  return bytes
}
const halves = (...values: number[]): Buffer => Buffer.from(new Float16Array(values).buffer)

/** The 32 numbers that a block holds before scaling, all different in five bits. */
const numbers = Array.from({ length: 32 }, (_, at) => (at * 11 + 3) % 32)
const pairs = (values: number[]): Buffer =>
  Buffer.from(
    Array.from({ length: 16 }, (_, at) => (values[at] ?? 0) | ((values[at + 16] ?? 0) << 4)),
  )
const low = numbers.map((value) => value % 16)
const fifths = int32(numbers.reduce((bits, value, at) => bits | ((value >> 4) << at), 0))

const [scale, lowest] = [0.25, -2.5]
/** Of each format: its number in the file and in a tensor, one block, and what that block means. */
const formats = [
  ['q4_0', 2, 2, [halves(scale), pairs(low)], low.map((n) => (n - 8) * scale)],
  ['q4_1', 3, 3, [halves(scale, lowest), pairs(low)], low.map((n) => n * scale + lowest)],
  ['q5_0', 8, 6, [halves(scale), fifths, pairs(low)], numbers.map((n) => (n - 16) * scale)],
  [
    'q5_1',
    9,
    7,
    [halves(scale, lowest), fifths, pairs(low)],
    numbers.map((n) => n * scale + lowest),
  ],
  [
    'q8_0',
    7,
    8,
    [halves(scale), Buffer.from(numbers.map((n) => n - 16))],
    numbers.map((n) => (n - 16) * scale),
  ],
] as const

const head = (format: number): Buffer =>
  Buffer.concat([
    int32(0x67676d6c, 3, 1500, 512, 8, 6, 448, 512, 8, 6, 80, 2000 + format),
    int32(2, 1, 0, 0), // mel filters: two by one
    int32(2, 3), // two words, the first of three bytes
    Buffer.from('one'),
    int32(2),
    Buffer.from('to'),
  ])
const tensor = (type: number, shape: number[], data: Buffer): Buffer =>
  Buffer.concat([int32(shape.length, 4, type, ...shape), Buffer.from('name'), data])
const plain = tensor(0, [2], int32(7, 9))

async function writeWeights(name: string, bytes: Buffer): Promise<Weights> {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path: file, bytes: bytes.length, sha256 }
}
/** 64 values by 512: more than is turned at once. */
const largeTensor = (type: number, block: Buffer): Buffer =>
  tensor(type, [64, 512], Buffer.concat(Array.from({ length: 1024 }, () => block)))
const q5 = (): Buffer =>
  Buffer.concat([head(9), plain, largeTensor(7, Buffer.concat(formats[3][3]))])

test.each(formats)('%s becomes the same values in 16 bits', async (...format) => {
  const [, file, type, block, values] = format
  const bytes = Buffer.concat([head(file), plain, largeTensor(type, Buffer.concat(block))])
  const copy = await readFile(await fast(await writeWeights('small.bin', bytes)))
  const wanted = Buffer.concat(Array.from({ length: 1024 }, () => halves(...values)))
  const expected = Buffer.concat([head(file), plain, tensor(1, [64, 512], wanted)])
  expected.writeInt32LE(1, 44) // the file's format: 16 bits
  expect(copy.equals(expected)).toBe(true)
})

test('the copy is made once, and made again when it was changed', async () => {
  const weights = await writeWeights('base.bin', q5())
  const copy = await fast(weights)
  expect(path.dirname(copy)).toBe(path.join(cacheDir, 'expanded'))
  const { mtimeMs, size } = await stat(copy)
  expect(await fast(weights)).toBe(copy)
  expect((await stat(copy)).mtimeMs).toBe(mtimeMs)
  const good = await readFile(copy)
  await writeFile(copy, Buffer.alloc(size))
  expect(await fast(weights)).toBe(copy)
  expect((await readFile(copy)).equals(good)).toBe(true)
})

test('a copy goes with its weights, and so does one that was never finished', async () => {
  const old = await writeWeights('old.bin', Buffer.concat([q5(), plain]))
  const oldCopy = await fast(old)
  await writeFile(`${oldCopy}.1.part`, 'half')
  await utimes(`${oldCopy}.1.part`, 1, 1)
  await rm(old.path)
  const copy = path.basename(await fast(await writeWeights('new.bin', q5())))
  expect((await readdir(path.join(cacheDir, 'expanded'))).toSorted()).toEqual(
    [copy, copy.replace('.bin', '.json')].toSorted(),
  )
})

test('weights that are not quantised, cut short or of another make are used as they are', async () => {
  const bytes = q5()
  for (const other of [
    Buffer.concat([head(1), plain]),
    bytes.subarray(0, bytes.length - 5),
    Buffer.concat([head(9), tensor(12, [32], Buffer.alloc(84))]),
    Buffer.from('no weights at all'),
  ]) {
    const weights = await writeWeights('other.bin', other)
    expect(await fast(weights)).toBe(weights.path)
  }
  expect(await readdir(path.join(cacheDir, 'expanded'))).toEqual([])
})

test('large weights stay as they are, and so do all where the cache cannot be written', async () => {
  const weights = await writeWeights('large.bin', q5())
  expect(await fast({ ...weights, bytes: 190_000_000 })).toBe(weights.path)
  await writeFile(cacheDir, 'a file where the folder should be')
  expect(await fast(weights)).toBe(weights.path)
})

test('work that is cancelled meanwhile ends and leaves nothing', async () => {
  const weights = await writeWeights('base.bin', q5())
  await expect(fast(weights, AbortSignal.abort())).rejects.toThrow()
  expect(await readdir(path.join(cacheDir, 'expanded'))).toEqual([])
})
