/** One track of one stretch: what sounds in it goes through whisper, its words come back timed. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { stepSeconds } from '../decode/level-meter.ts'
import type { WorkOptions } from '../engine.ts'
import { copyMono, secondsOf, type Piece, type Stretch } from '../wav-file.ts'
import { runWhisper, type WhisperJob, type WhisperRun } from '../whisper-run.ts'
import { settleWords } from '../word-times.ts'
import { toSpokenSegment } from '../words.ts'
import type { HeardPart } from './parts.ts'
import type { Recording } from './recording.ts'
import { createClock, muteEcho, soundingPieces, withPauses } from './silence.ts'
import { gatherStrays } from './stray-words.ts'
import { timedWords, type TimedWord } from './timed-word.ts'
import type { Track } from './tracks.ts'

/** What one run of whisper needs besides its sound. */
export type Engine = Pick<
  WhisperJob,
  'program' | 'model' | 'vadModel' | 'threads' | 'runDir' | 'translate' | 'vocabulary' | 'log'
>

export type Part = { track: Track; stretch: Stretch; pieces: Piece[] }

/** A part with the pieces of it that are worth hearing; none where it is silent. */
export function planPart(track: Track, stretch: Stretch): Part {
  // A single track is left to the engine's own voice detector, which tells speech from noise.
  const isCut = track.channel !== null
  const pieces = isCut ? withPauses(soundingPieces(track.sounding, stretch)) : [stretch]
  return { track, stretch, pieces }
}

/** Hears one part; `language` is whisper's code or `auto`. */
export async function hearPart(
  { engine, recording, language }: { engine: Engine; recording: Recording; language: string },
  part: Part,
  options: WorkOptions,
): Promise<HeardPart> {
  const nothing = { language, languageProbability: null, words: [] }
  if (part.pieces.length === 0) return nothing
  const isWhole = recording.channels === 1 && secondsOf(part.pieces) === recording.durationSeconds
  const wav = isWhole ? recording.wav : path.join(path.dirname(recording.wav), 'part.wav')
  try {
    if (!isWhole) {
      const source = {
        path: recording.wav,
        channels: recording.channels,
        channel: part.track.channel,
      }
      const pieces = muteEcho(part.pieces, part.track.echo)
      await copyMono(source, wav, { pieces, signal: options.signal })
    }
    const run = await runWhisper({
      ...engine,
      ...options,
      wav,
      durationSeconds: secondsOf(part.pieces),
      language,
    })
    const words = placeWords(run, part)
    return {
      language: run.output.result.language,
      languageProbability: run.languageProbability,
      words,
    }
  } finally {
    if (!isWhole) await rm(wav, { force: true })
  }
}

/** Words moved to where the track sounds, then put on the recording's clock. */
function placeWords({ output }: WhisperRun, { track, pieces }: Part): TimedWord[] {
  const clock = createClock(pieces)
  // Told before the clock is put back: there a word that came too early is still beside its sound.
  const loudness = { energy: [energyOf(track, pieces)] }
  const segments = output.transcription.flatMap((heard) => {
    const segment = toSpokenSegment(heard, output.result.language)
    if (segment === undefined) return []
    const words = timedWords(settleWords(segment, loudness))
    return [words.map((word) => ({ ...word, ...clock(word) }))]
  })
  return gatherStrays(segments, track.sounding)
}

/** The levels of the pieces alone, one after the other. */
function energyOf({ energy }: Track, pieces: readonly Stretch[]): Float32Array {
  const steps = pieces.map(({ start, end }) =>
    energy.subarray(Math.round(start / stepSeconds), Math.round(end / stepSeconds)),
  )
  const all = new Float32Array(steps.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const each of steps) {
    all.set(each, at)
    at += each.length
  }
  return all
}
