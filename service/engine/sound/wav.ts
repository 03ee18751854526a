/** Reads and writes WAV files: 16 kHz, 16 bit, one or two channels. No other module does. */
import { open, type FileHandle } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import type { Span } from '../engine.ts'

/** Samples per second of all audio that the engines process. */
export const sampleRate = 16_000

const headerBytes = 44
const sampleBytes = 2

type WavFormat = { codec: number; channels: number; sampleRate: number; bits: number }

/** The content of a WAV file; a field is undefined if the file was truncated before it. */
export type WavContent = { format: WavFormat | undefined; data: Buffer | undefined }

/** Parses RIFF chunks in any order and format. Undefined if the bytes are not a WAV file. */
export function parseWav(bytes: Buffer): WavContent | undefined {
  const isWav =
    bytes.length >= 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WAVE'
  if (!isWav) return undefined
  const format = findChunk(bytes, 'fmt ')
  return { format: format && parseFormat(format), data: findChunk(bytes, 'data') }
}

function parseFormat(chunk: Buffer): WavFormat | undefined {
  if (chunk.length < 16) return undefined
  return {
    codec: chunk.readUInt16LE(0),
    channels: chunk.readUInt16LE(2),
    sampleRate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  }
}

/**
 * The content of the first chunk with this name, as far as it is present. Sound of the size 0 goes
 * to the end: whoever writes to a pipe does not know its size.
 */
function findChunk(bytes: Buffer, name: string): Buffer | undefined {
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === name) {
      const isUnknown = name === 'data' && length === 0
      return bytes.subarray(at + 8, isUnknown ? undefined : at + 8 + length)
    }
    // Chunks are aligned to even offsets.
    at += 8 + length + (length % 2)
  }
  return undefined
}

export type WavReader = {
  channels: number
  seconds: number
  /** A span of a mono file as floats from -1 to 1; shorter if the file ends. */
  samples: (span: Span) => Promise<Float32Array>
  /** A span as blocks of whole, interleaved 16-bit frames. Throws `cancelled`. */
  frames: (span: Span, signal: AbortSignal) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/** Opens a file written by `createWavWriter`. */
export async function openWav(path: string): Promise<WavReader> {
  const file = await open(path)
  const header = Buffer.alloc(headerBytes)
  await file.read(header, 0, headerBytes, 0)
  const channels = parseWav(header)?.format?.channels ?? 1
  const frameBytes = channels * sampleBytes
  const total = Math.max(0, Math.floor(((await file.stat()).size - headerBytes) / frameBytes))
  const offset = (seconds: number): number =>
    headerBytes + Math.min(total, Math.max(0, Math.round(seconds * sampleRate))) * frameBytes
  return {
    channels,
    seconds: total / sampleRate,
    samples: async ({ start, end }) => {
      const bytes = Buffer.alloc(Math.max(0, offset(end) - offset(start)))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset(start))
      return toFloats(bytes.subarray(0, bytesRead))
    },
    frames: ({ start, end }, signal) =>
      readBlocks(file, { from: offset(start), to: offset(end), frameBytes, signal }),
    close: () => file.close(),
  }
}

function toFloats(pcm: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / sampleBytes))
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = pcm.readInt16LE(at * sampleBytes) / 32_768
  }
  return samples
}

/** Large enough for few reads, small enough for the service to respond in between. */
const blockBytes = 1 << 18

type Range = { from: number; to: number; frameBytes: number; signal: AbortSignal }

async function* readBlocks(file: FileHandle, { from, to, frameBytes, signal }: Range) {
  const block = Buffer.alloc(blockBytes)
  for (let at = from; at < to;) {
    if (signal.aborted) throw new JobError('cancelled', 'The work was cancelled.')
    const { bytesRead } = await file.read(block, 0, Math.min(blockBytes, to - at), at)
    const whole = bytesRead - (bytesRead % frameBytes)
    if (whole === 0) return
    yield block.subarray(0, whole)
    at += whole
  }
}

export type WavWriter = {
  /** Appends interleaved 16-bit samples. */
  write: (samples: Uint8Array) => Promise<void>
  /** Completes the header and closes the file; without this, the file counts as empty. */
  close: () => Promise<void>
}

/** Creates or replaces `path`; only its owner may read it. */
export async function createWavWriter(path: string, channels: number): Promise<WavWriter> {
  const file = await open(path, 'w', 0o600)
  await file.write(wavHeader(channels, 0))
  let dataBytes = 0
  return {
    write: async (samples) => {
      if (samples.length > 0) await file.writeFile(samples)
      dataBytes += samples.length
    },
    close: async () => {
      try {
        await file.write(wavHeader(channels, dataBytes), 0, headerBytes, 0)
      } finally {
        await file.close()
      }
    },
  }
}

function wavHeader(channels: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * channels * sampleBytes, 28)
  header.writeUInt16LE(channels * sampleBytes, 32)
  header.writeUInt16LE(sampleBytes * 8, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}

/** A WAV file and one of its channels; null mixes all of them. */
export type WavSource = { path: string; channel: number | null }

/** A span to copy; a muted one becomes silence of the same length. */
export type Chunk = Span & { isMuted?: boolean }

/**
 * Writes chunks of one channel one after another as a mono WAV. Works in blocks: ten hours take no
 * more memory than ten seconds. Throws `cancelled`.
 */
export async function copyMono(
  { path, channel }: WavSource,
  target: string,
  { chunks, signal }: { chunks: readonly Chunk[]; signal: AbortSignal },
): Promise<void> {
  const reader = await openWav(path)
  const writer = await createWavWriter(target, 1)
  try {
    for (const chunk of chunks) {
      for await (const block of reader.frames(chunk, signal)) {
        const mono = toMono(block, reader.channels, channel)
        await writer.write(chunk.isMuted === true ? Buffer.alloc(mono.length) : mono)
      }
    }
  } finally {
    await Promise.all([reader.close(), writer.close()])
  }
}

function toMono(block: Buffer, channels: number, channel: number | null): Buffer {
  if (channels === 1) return block
  const out = Buffer.alloc(block.length / channels)
  for (let from = 0, at = 0; at < out.length; at += 2, from += channels * 2) {
    const level =
      channel === null
        ? (block.readInt16LE(from) + block.readInt16LE(from + 2)) >> 1
        : block.readInt16LE(from + channel * 2)
    out.writeInt16LE(level, at)
  }
  return out
}
