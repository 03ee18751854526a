/** A decoded recording: its sound on disk, its levels, and the tracks to transcribe. */
import { createHash } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import type { DecodedAudio } from '../decode/decode-audio.ts'
import type { Echo } from '../engine.ts'
import { levelsFile, readLoudness, type Loudness } from '../sound/levels.ts'
import { copyMono } from '../sound/wav.ts'
import { separateTracks, singleTrack, tellsSpeakersApart, type Track } from './tracks.ts'

export type Recording = {
  wav: string
  channels: number
  durationSeconds: number
  loudness: Loudness
  /** One track, or both sides of a call, the one with more speech first. */
  tracks: Track[]
  /** Identifies this sound. */
  fingerprint: string
}

/**
 * Opens decoded sound. If its channels do not separate people, mixes them into one, so that later
 * stages find one voice at a time on one channel.
 */
export async function openRecording(
  wav: string,
  sound: DecodedAudio,
  signal: AbortSignal,
): Promise<Recording> {
  const loudness = await readLoudness(wav, sound.channels)
  const levels = await readFile(levelsFile(wav))
  const fingerprint = createHash('sha256').update(levels).digest('hex')
  const common = { wav, durationSeconds: sound.durationSeconds, loudness, fingerprint }
  if (sound.channels === 2 && sound.channelsDiffer && tellsSpeakersApart(loudness)) {
    return { ...common, channels: 2, tracks: separateTracks(loudness) }
  }
  if (sound.channels === 2) await mixDown(wav, sound, signal)
  return { ...common, channels: 1, tracks: [singleTrack(loudness)] }
}

async function mixDown(wav: string, sound: DecodedAudio, signal: AbortSignal): Promise<void> {
  const mixed = `${wav}.mixed`
  // Equal channels need no mix, and a silent one would only halve the other.
  const source = { path: wav, channel: sound.channelsDiffer ? null : 0 }
  const whole = { start: 0, end: sound.durationSeconds }
  await copyMono(source, mixed, { chunks: [whole], signal })
  await rm(wav)
  await rename(mixed, wav)
}

/** An echo louder than this (-6 dB) masks voices and cannot be told from them. */
const heavyGain = 0.25

/** Shorter echo cannot contain a word. */
const leastEchoSeconds = 0.3

/** How much of one track was found in the other; null unless there are two tracks. */
export function judgeEcho({ tracks }: Recording, droppedWords: number): Echo | null {
  if (tracks.length < 2) return null
  const echoing = tracks.filter(({ echoSeconds }) => echoSeconds >= leastEchoSeconds)
  if (echoing.some(({ path }) => path !== null && path.gain > heavyGain)) return 'heavy'
  return droppedWords > 0 || echoing.length > 0 ? 'reduced' : 'none'
}
