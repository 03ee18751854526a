/** Finds who speaks when in a mono recording, and computes a known speaker's voice. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import { requireModel } from '../models/catalogue.ts'
import type { Voice, WorkOptions } from '../engine.ts'
import type { Span } from '../engine.ts'
import { diarize, type DiarizationDeps } from './diarization-process.ts'
import type { SpeakerTurn } from './turns.ts'
import { segmentationModel, voiceEncoder } from './voice.ts'
import { findSpeech } from './voice-activity.ts'

export type SpeakerDeps = DiarizationDeps & {
  /** Folders with weights, in search order (`modelFolders` of catalogue.ts). */
  folders: readonly string[]
  /** whisper.cpp's voice detector; required if the spans of words are unknown. */
  vadProgram?: string
}

/**
 * `speaker` is an index into `voices`, which are ordered by first turn. `overlaps` are the times at
 * which somebody else speaks within a turn.
 */
export type FoundSpeakers = { turns: SpeakerTurn[]; overlaps: SpeakerTurn[]; voices: Voice[] }

const nobody: FoundSpeakers = { turns: [], overlaps: [], voices: [] }

/** `words` are the spans of recognized words, if known. */
type Sound = { wav: string; words?: readonly Span[] }

/**
 * Separates the speakers of a mono WAV, however many there are. Turns are in order and do not
 * overlap. Throws `JobError` (model_missing, engine_crashed, engine_timeout, out_of_memory,
 * cancelled).
 */
export async function findSpeakers(
  deps: SpeakerDeps,
  sound: Sound,
  options: WorkOptions,
): Promise<FoundSpeakers> {
  if (sound.words?.length === 0) return nobody
  const spans = await speechOf(deps, sound, options.signal)
  if (spans.length === 0) return nobody
  return separate(deps, { wav: sound.wav, spans }, options)
}

/** The voice of the only speaker of these spans; null if they are too short. */
export async function embedVoice(
  deps: SpeakerDeps,
  { wav, spans }: { wav: string; spans: readonly Span[] },
  { signal }: { signal: AbortSignal },
): Promise<Voice | null> {
  if (spans.length === 0) return null
  const options = { signal, onProgress: () => undefined }
  const { voices } = await separate(deps, { wav, spans, isOne: true }, options)
  return voices[0] ?? null
}

/**
 * Finds speech with the voice detector: word times extend into pauses, and a window full of pauses
 * sounds like a different speaker. Falls back to the words if the detector fails or finds nothing.
 */
async function speechOf(
  deps: SpeakerDeps,
  { wav, words }: Sound,
  signal: AbortSignal,
): Promise<readonly Span[]> {
  if (deps.vadProgram === undefined) {
    if (words !== undefined) return words
    throw new JobError('model_missing', 'The program that finds speech is not built.')
  }
  try {
    const model = await requireModel('silero-vad', deps.folders)
    const { vadProgram: program, runDir } = deps
    const job = { program, model: model.path, wav, ...(runDir !== undefined && { runDir }) }
    const spans = await findSpeech(job, signal)
    return spans.length === 0 && words !== undefined ? words : spans
  } catch (error) {
    if (!(error instanceof JobError) || error.code === 'cancelled' || !words) throw error
    deps.log?.(`${error.message} Speech is taken to be where the words are.`)
    return words
  }
}

async function separate(
  deps: SpeakerDeps,
  { wav, spans, isOne = false }: { wav: string; spans: readonly Span[]; isOne?: boolean },
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const segmentation = await requireModel(segmentationModel, deps.folders)
  const encoder = await requireModel(voiceEncoder, deps.folders)
  const folder = await mkdtemp(path.join(path.dirname(wav), 'speakers-'))
  const models = { encoder: encoder.path, ...(!isOne && { segmentation: segmentation.path }) }
  try {
    const found = await diarize(deps, { ...models, wav, spans, folder }, options)
    const { turns, overlaps, embeddings } = found
    const voices = embeddings.map((embedding) => ({ model: voiceEncoder, embedding }))
    return { turns, overlaps, voices }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
