import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { shortestClip } from '../support/models.ts'

// Two of the shared recordings are 16 kHz mono PCM, so they join without a decoder.
const speech = path.join(import.meta.dirname, '../../../shared/speech')
const clips = ['v02-printing-16k-mono.wav', 'v06-two-speakers-mono-16k.wav'].map((name) =>
  path.join(speech, name),
)
const bytesPerSecond = 32_000
const tenMinutes = 600

/** Writes a long recording: shared clips in turn, or the packed clip again and again. */
export async function composeTenMinutes(folder: string, seconds = tenMinutes): Promise<string> {
  return clips.every((clip) => existsSync(clip))
    ? joinWaves(folder, seconds)
    : repeatClip(folder, seconds)
}

async function joinWaves(folder: string, seconds: number): Promise<string> {
  const parts = await Promise.all(clips.map(async (clip) => samplesOf(await readFile(clip))))
  const round = Buffer.concat(parts)
  const rounds = Math.ceil((seconds * bytesPerSecond) / round.length)
  const samples = Buffer.concat(Array.from({ length: rounds }, () => round))
  const file = path.join(folder, `${seconds}-seconds.wav`)
  const body = samples.subarray(0, seconds * bytesPerSecond)
  await writeFile(file, Buffer.concat([headerFor(body.length), body]))
  return file
}

/** The bytes of the `data` chunk of a RIFF file. */
function samplesOf(file: Buffer): Buffer {
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === 'data') return file.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  throw new Error('A shared recording has no data chunk.')
}

/** The head of a WAV file of 16 kHz mono 16-bit samples. */
function headerFor(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(bytesPerSecond, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return head
}

/** MP3 frames stand alone, so a file can follow itself. */
async function repeatClip(folder: string, seconds: number): Promise<string> {
  const clip = await readFile(shortestClip)
  const file = path.join(folder, `${seconds}-seconds.mp3`)
  await writeFile(file, Buffer.concat(Array.from({ length: Math.ceil(seconds / 11) }, () => clip)))
  return file
}
