/** Who speaks when in a mono recording: by the stronger models where installed, else the bundled. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { JobError } from '../../core/errors.ts'
import { findModel, requireModel } from '../catalogue.ts'
import type { Voice, WorkOptions } from '../engine.ts'
import type { Stretch } from '../wav-file.ts'
import { writeSpans } from './spans-file.ts'
import { runSpeakersProcess, type ProcessDeps, type SpeakersAnswer } from './speakers-process.ts'
import type { SpeakerTurn } from './turns.ts'
import { bundledEncoder, catalogueEncoder, catalogueSegmentation } from './voice.ts'
import { findSpeech } from './voice-activity.ts'

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export type SpeakerDeps = ProcessDeps & {
  /** Where weights lie, in order (`modelFolders` of catalogue.ts). */
  folders: readonly string[]
  /** whisper.cpp's program that finds speech; needed where it is not known where words are. */
  vadProgram?: string
  threads?: number
}

/** `speaker` is a place in `voices`, in the order in which they are first heard. */
export type FoundSpeakers = { turns: SpeakerTurn[]; voices: Voice[] }

/** `words` are the stretches where words were heard, if that is known. */
type Sound = { wav: string; words?: readonly Stretch[] }

/**
 * Tells the speakers of a mono 16 kHz, 16-bit WAV apart, their number unknown. Turns are in order
 * and do not overlap. Throws `JobError` (model_missing, engine_crashed, engine_timeout,
 * out_of_memory, cancelled).
 */
export async function findSpeakers(
  deps: SpeakerDeps,
  sound: Sound,
  options: WorkOptions,
): Promise<FoundSpeakers> {
  if (sound.words?.length === 0) return { turns: [], voices: [] }
  const found = await tryCatalogueModels(deps, { wav: sound.wav }, options)
  if (found !== undefined) return found
  const spans = await speechOf(deps, sound, options.signal)
  if (spans.length === 0) return { turns: [], voices: [] }
  return byBundledEncoder(deps, { wav: sound.wav, spans }, options)
}

/**
 * How the one speaker of these stretches sounds; null when they are too short to tell. By the
 * encoder that `findSpeakers` uses, so that the voices of both compare.
 */
export async function embedVoice(
  deps: SpeakerDeps,
  { wav, spans }: { wav: string; spans: readonly Stretch[] },
  { signal }: { signal: AbortSignal },
): Promise<Voice | null> {
  if (spans.length === 0) return null
  const options = { signal, onProgress: () => undefined }
  const one = { wav, spans, isOne: true }
  const found =
    (await tryCatalogueModels(deps, one, options)) ?? (await byBundledEncoder(deps, one, options))
  return found.voices[0] ?? null
}

const named = ({ turns, embeddings }: SpeakersAnswer, model: string): FoundSpeakers => ({
  turns,
  voices: embeddings.map((embedding) => ({ model, embedding })),
})

/** Undefined where the models of the catalogue are not installed, or fail. */
async function tryCatalogueModels(
  deps: SpeakerDeps,
  sound: { wav: string; spans?: readonly Stretch[] },
  options: WorkOptions,
): Promise<FoundSpeakers | undefined> {
  const ids = [catalogueSegmentation, catalogueEncoder]
  const installed = await Promise.all(ids.map((id) => findModel(id, deps.folders)))
  if (installed.includes(undefined)) return undefined
  try {
    const models = await Promise.all(ids.map((id) => requireModel(id, deps.folders)))
    const order = [...models.map((model) => model.path), sound.wav, String(deps.threads ?? 1)]
    const answer = await withSpansFile(sound, (file) =>
      runSpeakersProcess(deps, [script('./sherpa-child.ts'), ...order, ...file], options),
    )
    return named(answer, catalogueEncoder)
  } catch (error) {
    if (!(error instanceof JobError) || error.code === 'cancelled') throw error
    deps.log?.(`${ids.join(' and ')}: ${error.message} The bundled encoder is used instead.`)
    return undefined
  }
}

/**
 * What the voice detector finds: words as they are timed begin and end in pauses, and windows full
 * of pauses sound like somebody else. Where it fails or finds nothing, the words will do.
 */
async function speechOf(
  deps: SpeakerDeps,
  { wav, words }: Sound,
  signal: AbortSignal,
): Promise<readonly Stretch[]> {
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

/**
 * What the child may hold beside its native parts: ten hours of embeddings are 46 MB. New things
 * are looked through early, or what is thrown away in hours of listening would pile up.
 */
const heapMegabytes = 192

async function byBundledEncoder(
  deps: SpeakerDeps,
  { wav, spans, isOne = false }: { wav: string; spans: readonly Stretch[]; isOne?: boolean },
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const model = await requireModel(bundledEncoder, deps.folders)
  const answer = await withSpansFile({ wav, spans }, (file) => {
    const order = [model.path, wav, ...file, String(deps.threads ?? 1), ...(isOne ? ['one'] : [])]
    const limits = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2']
    const child = [...limits, script('./speakers-child.ts')]
    return runSpeakersProcess(deps, [...child, ...order], options)
  })
  return named(answer, bundledEncoder)
}

/** Hands the spans' file on as an argument, if there are spans; it is gone afterwards. */
async function withSpansFile<T>(
  { wav, spans }: { wav: string; spans?: readonly Stretch[] },
  work: (args: string[]) => Promise<T>,
): Promise<T> {
  if (spans === undefined) return work([])
  const folder = await mkdtemp(path.join(path.dirname(wav), 'speakers-'))
  try {
    const file = path.join(folder, 'spans.json')
    await writeSpans(file, spans)
    return await work([file])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
