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
  /** whisper.cpp's program that finds speech; needed where the spans are not known. */
  vadProgram?: string
  threads?: number
}

/** `speaker` is a place in `voices`, in the order in which they are first heard. */
export type FoundSpeakers = { turns: SpeakerTurn[]; voices: Voice[] }

type Sound = { wav: string; spans?: readonly Stretch[] }

/**
 * Tells the speakers of a mono 16 kHz, 16-bit WAV apart, their number unknown. Turns are in order
 * and do not overlap. `spans` are the stretches with speech; left out, they are found. Throws
 * `JobError` (model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
 */
export async function findSpeakers(
  deps: SpeakerDeps,
  sound: Sound,
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const found = await tryCatalogueModels(deps, { wav: sound.wav }, options)
  if (found !== undefined) return found
  const spans = sound.spans ?? (await speechOf(deps, sound.wav, options.signal))
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

async function speechOf(deps: SpeakerDeps, wav: string, signal: AbortSignal): Promise<Stretch[]> {
  if (deps.vadProgram === undefined) {
    throw new JobError('model_missing', 'The program that finds speech is not built.')
  }
  const model = await requireModel('silero-vad', deps.folders)
  const { vadProgram: program, runDir } = deps
  const job = { program, model: model.path, wav, ...(runDir !== undefined && { runDir }) }
  return findSpeech(job, signal)
}

/** What the child may hold beside its native parts: ten hours of embeddings are 46 MB. */
const heapMegabytes = 192

async function byBundledEncoder(
  deps: SpeakerDeps,
  { wav, spans, isOne = false }: { wav: string; spans: readonly Stretch[]; isOne?: boolean },
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const model = await requireModel(bundledEncoder, deps.folders)
  const answer = await withSpansFile({ wav, spans }, (file) => {
    const order = [model.path, wav, ...file, String(deps.threads ?? 1), ...(isOne ? ['one'] : [])]
    const child = [`--max-old-space-size=${heapMegabytes}`, script('./speakers-child.ts')]
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
