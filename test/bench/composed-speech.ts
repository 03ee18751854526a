/** Long recordings composed from the shared ones, with the words that are said in them. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createWavWriter, sampleRate } from '../../service/engine/sound/wav.ts'
import { shortestClip } from '../support/models.ts'
import { makeMono } from '../support/mono.ts'
import { listRecordings, speechFolder } from '../support/sound.ts'

/** A recording; `text` is null where nobody knows it. */
export type Composed = { file: string; text: string | null }
type Clip = { samples: Buffer; text: string }

const bytesPerSecond = sampleRate * 2
const headerBytes = 44
/** Between two clips, unless silence has a share of its own. */
const pauseSeconds = 0.8

/**
 * Writes English speech in turn, every clip whose words are known, one later first in each round,
 * with pauses between them. Without the shared recordings it is the packed clip, again and again.
 */
export async function composeSpeech(
  folder: string,
  { seconds, silence }: { seconds: number; silence?: number },
): Promise<Composed> {
  const clips = await readClips(folder)
  if (clips.length === 0) return repeatClip(folder, seconds)
  const file = path.join(folder, `${seconds}-seconds${silence === undefined ? '' : '-call'}.wav`)
  const writer = await createWavWriter(file, 1)
  const said: string[] = []
  const limit = seconds * bytesPerSecond
  let written = 0
  for (let turn = 0; written < limit; turn += 1) {
    const round = Math.floor(turn / clips.length)
    const clip = clips[(turn + round) % clips.length]
    if (clip === undefined) break
    const spoken = clip.samples.length / bytesPerSecond
    const pause = silence === undefined ? pauseSeconds : (spoken * silence) / (1 - silence)
    const silent = Buffer.alloc(2 * Math.round(pause * sampleRate))
    // The last clip is whole, or its words would not be known.
    await writer.write(clip.samples)
    await writer.write(silent)
    written += clip.samples.length + silent.length
    said.push(clip.text)
  }
  await writer.close()
  return { file, text: said.join(' ') }
}

async function readClips(folder: string): Promise<Clip[]> {
  const clips: Clip[] = []
  for (const { file, expect, language, text } of listRecordings()) {
    if (expect !== 'transcript' || language !== 'en' || text === undefined) continue
    const { wav } = await makeMono(path.join(speechFolder, file), folder)
    clips.push({ samples: (await readFile(wav)).subarray(headerBytes), text })
  }
  return clips
}

/** MP3 frames stand alone, so a file can follow itself. */
async function repeatClip(folder: string, seconds: number): Promise<Composed> {
  const clip = await readFile(shortestClip)
  const file = path.join(folder, `${seconds}-seconds.mp3`)
  await writeFile(file, Buffer.concat(Array.from({ length: Math.ceil(seconds / 11) }, () => clip)))
  return { file, text: null }
}
