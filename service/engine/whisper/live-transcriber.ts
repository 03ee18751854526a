/** Transcribes a few seconds of sound at a time while recording continues. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../core/log.ts'
import { requireModel } from '../models/catalogue.ts'
import { createLevelMeter, parseLevels } from '../sound/levels.ts'
import { createWavWriter, sampleRate } from '../sound/wav.ts'
import type { LiveTranscription, LiveChunk } from '../engine.ts'
import { fastWeights } from '../ggml/fast-weights.ts'
import { fromWhisperLanguage } from './languages.ts'
import { writeAmounts } from '../pipeline/amounts.ts'
import { restoreFullStops } from '../pipeline/full-stops.ts'
import { toSegments, timedWords } from '../pipeline/segments.ts'
import { chooseWeights } from '../pipeline/weights.ts'
import type { Residents } from './resident.ts'
import { runWhisper, type WhisperRun } from './run.ts'
import { toTerms } from './terms.ts'
import { settleWords } from './word-times.ts'
import { toSpokenSegment } from './words.ts'

type Deps = {
  folders: readonly string[]
  modelId: string
  vadId: string
  runDir: string
  cacheDir: string
  threads: number
  log: Log
  residents?: Residents
}
type LiveWork = {
  program: string
  /** Folder for its sound; the caller empties it. */
  folder: string
  chunk: LiveChunk
  signal: AbortSignal
}
export type LiveTranscriber = (work: LiveWork) => Promise<LiveTranscription>

/** whisper.cpp recognizes nothing in shorter audio. */
const shortestSamples = 1.1 * sampleRate

/** Transcribes chunks one by one; looks up the models for the first. */
export function createLiveTranscriber(deps: Deps): LiveTranscriber {
  const findWeights = rememberWeights(deps)
  return async ({ program, folder, chunk, signal }) => {
    const { weights, language, vadModel } = await findWeights(chunk.language, signal)
    const pcm = toPcm(chunk.samples)
    const wav = path.join(folder, 'chunk.wav')
    const writer = await createWavWriter(wav, 1)
    await writer.write(pcm)
    await writer.close()
    const run = await runWhisper({
      ...{ program, model: weights, vadModel, wav, language, signal },
      ...{ runDir: deps.runDir, threads: deps.threads, log: deps.log },
      ...(deps.residents && { residents: deps.residents }),
      durationSeconds: pcm.length / 2 / sampleRate,
      terms: toTerms(chunk.vocabulary),
      isLive: true,
      onProgress: () => undefined,
    })
    return toTranscription(run, pcm, deps.modelId)
  }
}

type Files = { weights: string; vadModel: string }
type Found = Files & { language: string; changedAt: string }

/**
 * Verifies the weights once per language, and again if one of the files changes: hashing takes 0.2
 * s. Throws `model_missing` or `language_unsupported`.
 */
function rememberWeights(deps: Deps) {
  const known = new Map<string, Found>()
  return async (language: string | undefined, signal: AbortSignal): Promise<Found> => {
    const found = known.get(language ?? 'auto')
    if (found !== undefined && found.changedAt === (await changedAt(found))) return found
    const [chosen, vad] = await Promise.all([
      chooseWeights(deps, { ...(language !== undefined && { language }) }),
      requireModel(deps.vadId, deps.folders),
    ])
    const files = { weights: await fastWeights({ ...deps, signal }, chosen), vadModel: vad.path }
    const made = { ...files, language: chosen.language, changedAt: await changedAt(files) }
    known.set(language ?? 'auto', made)
    return made
  }
}

async function changedAt({ weights, vadModel }: Files): Promise<string> {
  const facts = [weights, vadModel].map(async (file) => {
    const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }))
    return `${mtimeMs} ${size}`
  })
  return (await Promise.all(facts)).join(' ')
}

function toPcm(samples: Int16Array): Buffer {
  const pcm = Buffer.alloc(Math.max(samples.length, shortestSamples) * 2)
  for (const [at, sample] of samples.entries()) pcm.writeInt16LE(sample, at * 2)
  return pcm
}

function toTranscription(
  { output }: WhisperRun,
  pcm: Buffer,
  modelUsed: string,
): LiveTranscription {
  const meter = createLevelMeter(1, sampleRate)
  meter.add(pcm)
  const loudness = parseLevels(meter.bytes(), 1)
  const { language } = output.result
  const recognized = output.transcription.flatMap((each) => toSpokenSegment(each, language) ?? [])
  const words = settleWords(recognized, loudness).flatMap(timedWords)
  const written = writeAmounts(restoreFullStops(words, language), language)
  const spoken = written.map((word) => ({ ...word, speaker: 0 }))
  const segments = words.length === 0 ? [] : toSegments(spoken, language)
  return {
    segments: segments.map(({ start, end, text, words: said }) => ({
      ...{ start, end, text },
      words: timedWords({ text, words: said }).map((word, at) => ({
        ...{ text: word.text, start: word.start, end: word.end },
        isJoined: at > 0 && !word.hasSpace,
      })),
    })),
    language: words.length === 0 ? null : fromWhisperLanguage(language),
    modelUsed,
  }
}
