/** The Transcriber on whisper.cpp: decode, find the speech, transcribe, put words on the clock. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { decodeAudio, type AudioDeps, type DecodedAudio } from './audio.ts'
import { findModel, requireModel } from './catalogue.ts'
import type {
  EngineStatus,
  HeardSegment,
  SpeechRequest,
  Transcriber,
  Transcription,
  HearOptions,
  WorkOptions,
} from './engine.ts'
import { fromWhisperLanguage, toWhisperLanguage } from './languages.ts'
import type { Loudness } from './decode/level-meter.ts'
import { killLeftovers } from './leftovers.ts'
import { channelOf, copyStretch, planStretches, readLoudness, type Stretch } from './wav-file.ts'
import { findWhisperCli } from './whisper-binary.ts'
import { runWhisper, type WhisperRun } from './whisper-run.ts'
import { settleWords } from './word-times.ts'
import { toSpokenSegment } from './words.ts'

export type TranscriberOptions = {
  /** Where weights lie, in order (`modelFolders` of catalogue.ts). */
  folders: readonly string[]
  /** For sound on its way; emptied after each job and at the first use. */
  workDir: string
  /** Where `npm install` put its build of whisper-cli. */
  cacheDir: string
  /** A ready whisper-cli named by the owner (EARSHOT_WHISPER_CLI). */
  whisperCli?: string | undefined
  /** The folder of the whisper-cli that is packed with the app. */
  bundledDir?: string | undefined
  /** A speech-to-text model of the catalogue. */
  modelId?: string
  threads: number
  log: Log
  /** How to run a script in a child; Electron passes its own. */
  nodePath?: string
}

const vadId = 'silero-vad'

/** Half an hour takes whisper-cli about 500 MB; longer recordings go through it in stretches. */
const longestStretchSeconds = 30 * 60

/** Decoding is a small part of the work; the bar moves at once, and mostly with the engine. */
const decodeShare = 0.05

/** Makes the speech engine; starts nothing. One call to `transcribe` uses all its threads. */
export function createTranscriber(options: TranscriberOptions): Transcriber {
  const modelId = options.modelId ?? 'whisper-base-q5_1'
  const runDir = path.join(options.workDir, 'running')
  const deps: Deps = {
    ...options,
    modelId,
    runDir,
    audio: { nodePath: options.nodePath ?? process.execPath, runDir },
    program: onceFound(() =>
      findWhisperCli({
        explicit: options.whisperCli,
        bundledDir: options.bundledDir,
        cacheDir: options.cacheDir,
      }),
    ),
    prepared: once(() => prepareWorkDir(options, runDir)),
  }
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }
  return {
    status: (model) => status({ ...deps, ...(model !== undefined && { modelId: model }) }),
    transcribe: (input, work) => {
      const signal = AbortSignal.any([work.signal, stopping.signal])
      const onProgress = forwardOnly(work.onProgress)
      return track(transcribe(deps, input, { ...work, signal, onProgress }))
    },
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

type Deps = Omit<TranscriberOptions, 'modelId'> & {
  modelId: string
  runDir: string
  audio: AudioDeps
  program: () => Promise<string | undefined>
  prepared: () => Promise<void>
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Looks again as long as nothing is there: the owner may build the engine while we run. */
function onceFound<T>(find: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let found: T | undefined
  return async () => (found ??= await find())
}

/** Ends what a killed service left running and removes its unfinished sound. */
async function prepareWorkDir({ workDir, log }: TranscriberOptions, runDir: string): Promise<void> {
  const ended = await killLeftovers(runDir)
  if (ended > 0) log.warn({ ended }, 'ended engine processes of an earlier run')
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true })
}

async function status({ folders, modelId, program, prepared }: Deps): Promise<EngineStatus> {
  await prepared()
  if ((await program()) === undefined) return { ready: false, reason: noProgram }
  for (const id of [modelId, vadId]) {
    if ((await findModel(id, folders)) !== undefined) continue
    const reason = `The model "${id}" is not installed: npm run models -- install ${id}`
    return { ready: false, reason }
  }
  return { ready: true, model: modelId }
}

const noProgram =
  'whisper-cli is not built. Install cmake and a C++ compiler, then run: node models/build-whisper.ts'

/** Progress that never goes back and never leaves 0 to 1. */
function forwardOnly(report: (fraction: number) => void): (fraction: number) => void {
  let highest = 0
  return (fraction) => {
    if (!(fraction > highest)) return
    highest = Math.min(1, fraction)
    report(highest)
  }
}

async function transcribe(
  deps: Deps,
  input: SpeechRequest,
  options: HearOptions,
): Promise<Transcription> {
  const program = await deps.program()
  if (program === undefined) throw new JobError('model_missing', noProgram)
  await deps.prepared()
  const folder = await mkdtemp(path.join(deps.workDir, 'job-'))
  try {
    const wav = path.join(folder, 'sound.wav')
    // Hashing the weights and decoding the sound do not wait for each other.
    const [model, vad, sound] = await Promise.all([
      requireModel(deps.modelId, deps.folders),
      requireModel(vadId, deps.folders),
      decodeAudio(
        deps.audio,
        { path: input.audioPath, target: wav },
        { ...options, onProgress: (fraction) => options.onProgress(fraction * decodeShare) },
      ),
    ])
    if (sound.isDamaged) deps.log.warn({ container: sound.facts.container }, 'recording is damaged')
    const paths = { program, model: model.path, vadModel: vad.path, wav }
    return await transcribeSound(deps, { sound, input, paths }, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Work = {
  sound: DecodedAudio
  input: SpeechRequest
  paths: { program: string; model: string; vadModel: string; wav: string }
}

async function transcribeSound(
  deps: Deps,
  { sound, input, paths }: Work,
  options: WorkOptions,
): Promise<Transcription> {
  const { durationSeconds } = sound
  const loudness = await readLoudness(paths.wav, sound.channels)
  const stretches = planStretches(loudness, durationSeconds, longestStretchSeconds)
  let language = toWhisperLanguage(input.language)
  let languageProbability: number | null = null
  const segments: HeardSegment[] = []
  for (const stretch of stretches) {
    const run = await runStretch(deps, { paths, sound, stretch, language, input }, options)
    const heard = run.output.transcription.flatMap(
      (segment) => toSpokenSegment(segment, run.output.result.language, stretch.start) ?? [],
    )
    segments.push(...heard.map((segment) => placeSegment(segment, sound, loudness)))
    // The first stretch with speech decides the language; silence in front of it does not.
    if (language !== 'auto' || heard.length === 0) continue
    language = run.output.result.language
    languageProbability = run.languageProbability
  }
  return {
    ...bySpeaker(segments),
    translatedTo: null,
    echo: null,
    language: fromWhisperLanguage(language === 'auto' ? 'en' : language),
    languageProbability,
    durationSeconds,
    modelUsed: deps.modelId,
  }
}

/** One channel, one speaker; where channels do not tell, all speech is the first's. */
function bySpeaker(heard: HeardSegment[]): Pick<Transcription, 'segments' | 'speakers'> {
  const channels = [...new Set(heard.map(({ channel }) => channel ?? 0))].toSorted()
  const segments = heard.map(({ channel, ...segment }) => ({
    ...segment,
    speaker: channels.indexOf(channel ?? 0),
  }))
  const speakers = channels.map((channel, index) => {
    const own = segments.filter(({ speaker }) => speaker === index)
    const seconds = own.reduce((sum, { start, end }) => sum + end - start, 0)
    return { channel, voice: null, seconds }
  })
  return { segments, speakers }
}

/** Puts the words where sound is, then asks which channel that sound was on. */
function placeSegment(segment: HeardSegment, sound: DecodedAudio, loudness: Loudness) {
  const placed = settleWords(segment, loudness)
  const channel = sound.channelsDiffer ? channelOf(loudness, placed) : null
  return { ...placed, channel }
}

type StretchWork = Work & { stretch: Stretch; language: string }

async function runStretch(
  deps: Deps,
  { paths, sound, stretch, language, input }: StretchWork,
  options: WorkOptions,
): Promise<WhisperRun> {
  const total = sound.durationSeconds
  const isWhole = stretch.start === 0 && stretch.end === total
  const wav = isWhole ? paths.wav : paths.wav.replace(/\.wav$/, '-stretch.wav')
  if (!isWhole) await copyStretch({ path: paths.wav, channels: sound.channels }, wav, stretch)
  const seconds = stretch.end - stretch.start
  return runWhisper({
    ...paths,
    wav,
    durationSeconds: seconds,
    language,
    vocabulary: (input.vocabulary ?? []).join(', '),
    threads: deps.threads,
    runDir: deps.runDir,
    signal: options.signal,
    onProgress: (fraction) => {
      const done = (stretch.start + fraction * seconds) / total
      options.onProgress(decodeShare + done * (1 - decodeShare))
    },
  })
}
