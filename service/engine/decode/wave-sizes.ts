/**
 * Sizes in a WAV's header that whoever wrote it did not know: a program that writes to a pipe, or
 * one that ended before it could go back to the header, leaves 0 or the largest number there
 * (RIFF, as in "Multimedia Programming Interface and Data Specifications 1.0"; RF64 in EBU Tech 3306).
 */
import type { FileHandle } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/** Bytes that are read instead of those in the file, from this offset on. */
export type Patch = { offset: number; bytes: Buffer }

type Chunk = { name: string; start: number; length: number }

/** More chunks than this before the sound are damage. */
const mostChunks = 1000

const largest = 0xffff_ffff

/** Returns what to read so that a WAV whose sizes are not known ends with its file. */
export async function patchWaveSizes(file: FileHandle): Promise<Patch[]> {
  const { size } = await file.stat()
  const header = await readAt(file, 0, 12)
  const kind = header.toString('latin1', 0, 4)
  if (!/^(RIFF|RIFX|RF64)$/.test(kind) || header.toString('latin1', 8, 12) !== 'WAVE') return []
  const isLittle = kind !== 'RIFX'
  const chunks = await listChunks(file, 12, { size, isLittle })
  const data = chunks.find(({ name }) => name === 'data')
  if (data === undefined) return []
  const wide = chunks.find(({ name, length }) => name === 'ds64' && length >= 16)
  if (kind === 'RF64') return wide === undefined ? [] : patchWide(file, wide, data, size)
  const rest = size - data.start
  const isUnknown = data.length === largest || (await isEmptyByMistake(file, data, size, isLittle))
  const length = isUnknown ? rest : Math.min(data.length, rest)
  const stated = readSize(header, 4, isLittle)
  const patches: Patch[] = []
  // A size that was not brought up to date ends before the sound does.
  if (stated + 8 < data.start + length) {
    patches.push({ offset: 4, bytes: sizeBytes(size - 8, isLittle) })
  }
  if (isUnknown) patches.push({ offset: data.start - 4, bytes: sizeBytes(rest, isLittle) })
  return patches
}

/** In RF64 the sizes of file and sound, 8 bytes each, lie in a chunk of their own. */
async function patchWide(
  file: FileHandle,
  { start }: Chunk,
  data: Chunk,
  size: number,
): Promise<Patch[]> {
  const sizes = await readAt(file, start, 16)
  const isZero = (at: number): boolean => sizes.readBigUInt64LE(at) === 0n
  if (sizes.length < 16 || (!isZero(0) && !isZero(8))) return []
  const bytes = Buffer.from(sizes)
  bytes.writeBigUInt64LE(BigInt(size - 8), 0)
  if (isZero(8)) bytes.writeBigUInt64LE(BigInt(size - data.start), 8)
  return [{ offset: start, bytes }]
}

/** Whether a size of 0 stands before sound: chunks that go on to the end of the file are none. */
async function isEmptyByMistake(
  file: FileHandle,
  data: Chunk,
  size: number,
  isLittle: boolean,
): Promise<boolean> {
  if (data.length !== 0 || data.start >= size) return false
  const last = (await listChunks(file, data.start, { size, isLittle })).at(-1)
  if (last === undefined) return true
  const end = last.start + last.length
  return end !== size && end + 1 !== size
}

/** Lists chunks up to and with the sound, as long as their names are letters. */
async function listChunks(
  file: FileHandle,
  from: number,
  { size, isLittle }: { size: number; isLittle: boolean },
): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (let at = from; at + 8 <= size && chunks.length < mostChunks;) {
    const header = await readAt(file, at, 8)
    const name = header.toString('latin1', 0, 4)
    if (!/^[\x20-\x7e]{4}$/.test(name)) break
    const length = readSize(header, 4, isLittle)
    chunks.push({ name, start: at + 8, length })
    if (name === 'data') break
    // Chunks are aligned to even offsets.
    at += 8 + length + (length % 2)
  }
  return chunks
}

const readSize = (bytes: Buffer, at: number, isLittle: boolean): number =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

function sizeBytes(value: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeUInt32LE(Math.min(value, largest))
  else bytes.writeUInt32BE(Math.min(value, largest))
  return bytes
}
