/**
 * The whisper.cpp implementation of Transcriber: decode, find speech, transcribe, time the words.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { freeBytesOf } from '../../core/free-bytes.ts'
import { JobError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { MemoryScratch } from '../../core/memory-scratch.ts'
import type { StartScript } from '../../core/script-child.ts'
import type { AudioDeps } from '../decode/decode-audio.ts'
import { findModel } from '../models/catalogue.ts'
import type {
  EngineStatus,
  LiveTranscription,
  TranscribeOptions,
  SpeechRequest,
  Transcriber,
  Transcription,
} from '../engine.ts'
import { createLiveTranscriber } from './live-transcriber.ts'
import { killOrphans } from '../processes/orphans.ts'
import { transcribeRecording } from '../pipeline/pipeline.ts'
import { sampleRate } from '../sound/wav.ts'
import { findWhisperCli } from './binary.ts'
import { createResidents, type Residents } from './resident.ts'

export type TranscriberOptions = {
  /** Folders with weights, in search order (`modelFolders` of catalogue.ts). */
  folders: readonly string[]
  /** Folder for temporary sound; emptied after each job and at first use. */
  workDir: string
  /** Where that sound lies instead as long as there is room; for an encrypted library. */
  memoryScratch?: MemoryScratch | null
  /** The folder with the whisper-cli that `npm install` built. */
  cacheDir: string
  /** A whisper-cli named by the owner (EARSHOT_WHISPER_CLI). */
  whisperCli?: string | undefined
  /** The folder of the whisper-cli shipped with the app. */
  bundledDir?: string | undefined
  /** Id of a speech-to-text model in the catalogue. */
  modelId?: string
  threads: number
  log: Log
  nodePath?: string
  /** How the host starts scripts; plain Node by default. */
  startScript?: StartScript | undefined
}

const vadId = 'silero-vad'

/**
 * Creates the speech engine without starting anything. One call to `transcribe`
 * uses all its threads.
 */
export function createTranscriber(options: TranscriberOptions): Transcriber {
  const modelId = options.modelId ?? 'whisper-base-q5_1'
  const runDir = path.join(options.workDir, 'running')
  const deps: Deps = {
    ...options,
    modelId,
    runDir,
    residents: createResidents({ openFolder: () => openFolder(options) }),
    audio: {
      nodePath: options.nodePath ?? process.execPath,
      runDir,
      startScript: options.startScript,
    },
    program: onceFound(() =>
      findWhisperCli({
        explicit: options.whisperCli,
        bundledDir: options.bundledDir,
        cacheDir: options.cacheDir,
      }),
    ),
    prepared: once(() => prepareWorkDir(options, runDir)),
  }
  const transcribeChunk = createLiveTranscriber({ ...deps, vadId })
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
    transcribe: (request, transcribeOptions) => {
      const signal = AbortSignal.any([transcribeOptions.signal, stopping.signal])
      const onProgress = forwardOnly(transcribeOptions.onProgress)
      return track(transcribe(deps, request, { ...transcribeOptions, signal, onProgress }))
    },
    transcribeLive: (chunk, liveSignal) => {
      const signal = AbortSignal.any([liveSignal, stopping.signal])
      const work: FolderWork<LiveTranscription> = (place) =>
        transcribeChunk({ ...place, chunk, signal })
      return track(inFolder(deps, chunkBytes, work))
    },
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(running)
      await deps.residents.stop()
    },
  }
}

type Deps = Omit<TranscriberOptions, 'modelId'> & {
  modelId: string
  runDir: string
  residents: Residents
  audio: AudioDeps
  program: () => Promise<string | undefined>
  prepared: () => Promise<void>
}

/** A failure, as on a full disk, is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/** Retries until something is found: the owner may build the engine while the service runs. */
function onceFound<T>(find: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let found: T | undefined
  return async () => (found ??= await find())
}

/** Kills processes that a crashed service left running, and removes its temporary sound. */
async function prepareWorkDir({ workDir, log }: TranscriberOptions, runDir: string): Promise<void> {
  const ended = await killOrphans(runDir)
  if (ended > 0) log.warn({ ended }, 'killed engine processes that an earlier run left behind')
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true })
}

async function status({ folders, modelId, program, prepared }: Deps): Promise<EngineStatus> {
  await prepared()
  if ((await program()) === undefined) return { ready: false, reason: noProgram }
  for (const id of [modelId, vadId]) {
    if ((await findModel(id, folders)) !== undefined) continue
    const how = `Install it on the Models page, or with: npm run models -- install ${id}`
    const reason = `The model "${id}" is not installed. ${how}`
    return { ready: false, reason }
  }
  return { ready: true, model: modelId }
}

const noProgram =
  'whisper-cli is not built. Install cmake and a C++ compiler, then run: node models/build-whisper.ts'

/** Forwards progress that never decreases and stays within 0–1. */
function forwardOnly(report: (fraction: number) => void): (fraction: number) => void {
  let highest = 0
  return (fraction) => {
    if (!(fraction > highest)) return
    highest = Math.min(1, fraction)
    report(highest)
  }
}

/** Choice: the sound of 30 seconds and its words, with room to spare. */
const chunkBytes = 8 << 20

async function transcribe(
  deps: Deps,
  request: SpeechRequest,
  options: TranscribeOptions,
): Promise<Transcription> {
  const bytes = await decodedBytes(request.audioPath)
  return inFolder(deps, bytes, ({ program, folder }) =>
    transcribeRecording({ ...deps, program, vadId }, { request, folder }, options),
  )
}

/** Of ten hours in two channels, twice: a mix is made beside them. */
const mostDecodedBytes = 2 * 2 * 2 * sampleRate * 36_000
/** How many times its size a recording of speech may have, twice, when it is decoded: that of 16 kbit/s. */
const decodedShare = 64

/** What a recording may fill while it is transcribed, guessed from above before its length is known. */
async function decodedBytes(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  return Math.min(mostDecodedBytes, (found?.size ?? 0) * decodedShare)
}

/** Choice: with less than this free, whatever failed did so for lack of space. */
const leastFreeBytes = 4 << 20

async function hasSpace(folder: string): Promise<boolean> {
  return (await freeBytesOf(folder)) >= leastFreeBytes
}

type FolderWork<T> = (place: { program: string; folder: string }) => Promise<T>

/** Runs work that fills about so many bytes with the program and a temporary folder. */
async function inFolder<T>(deps: Deps, bytes: number, work: FolderWork<T>): Promise<T> {
  const program = await deps.program()
  if (program === undefined) throw new JobError('model_missing', noProgram)
  await deps.prepared()
  const inMemory = await deps.memoryScratch?.open(bytes)
  if (inMemory) {
    try {
      return await runIn(inMemory, program, work)
    } catch (error) {
      // More was needed than was guessed, or another program took it: the disk may have room.
      const isFull = error instanceof JobError && error.code === 'insufficient_storage'
      if (!isFull) throw error
    }
  }
  return runIn(await openFolderOnDisk(deps), program, work)
}

const openFolderOnDisk = ({ workDir }: Pick<Deps, 'workDir'>): Promise<string> =>
  mkdtemp(path.join(workDir, 'job-'))

/** Of a process that stays: for one chunk at a time. */
const openFolder = async (options: TranscriberOptions): Promise<string> =>
  (await options.memoryScratch?.open(chunkBytes)) ?? openFolderOnDisk(options)

async function runIn<T>(folder: string, program: string, work: FolderWork<T>): Promise<T> {
  try {
    return await work({ program, folder })
  } catch (error) {
    // Asked before the folder is emptied. A program that could not write on says so in its own words.
    throw (await hasSpace(folder))
      ? error
      : new JobError('insufficient_storage', 'The disk is full.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
