/** Reads spans of one of our own mono WAV files as samples, without holding the file. */
import { open } from 'node:fs/promises'
import type { Span } from '../sound/wav-file.ts'

const headerBytes = 44
export const sampleRate = 16_000

export type WavReader = {
  seconds: number
  read: (span: Span) => Promise<Float32Array>
  close: () => Promise<void>
}

/** Opens a mono 16 kHz, 16-bit WAV file as `decodeAudio` and `copyStretch` write them. */
export async function openWav(file: string): Promise<WavReader> {
  const handle = await open(file)
  const { size } = await handle.stat()
  const total = Math.max(0, Math.floor((size - headerBytes) / 2))
  const read = async ({ start, end }: Span): Promise<Float32Array> => {
    const from = Math.min(total, Math.max(0, Math.round(start * sampleRate)))
    const to = Math.min(total, Math.max(from, Math.round(end * sampleRate)))
    const bytes = Buffer.alloc((to - from) * 2)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, headerBytes + from * 2)
    const samples = new Float32Array(Math.floor(bytesRead / 2))
    for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2) / 32_768
    return samples
  }
  return { seconds: total / sampleRate, read, close: () => handle.close() }
}
