/** Installs, verifies and removes models, and reports their state. */
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { hour, toIso, type Clock } from '../../core/time.ts'
import {
  bundledModelsFolder,
  locateModel,
  readModels,
  verifyModel,
  type Model,
  type ModelFile,
} from './catalogue.ts'
import { DownloadError, type DownloadProblem } from './download.ts'
import { addHubModel } from './hub-models.ts'
import { removeImported } from './imported-models.ts'
import { InstallError, installModel } from './install-model.ts'

export type ModelState = {
  status: 'missing' | 'installing' | 'verifying' | 'installed' | 'damaged'
  /** Bytes on disk: all of an installed file, part of an unfinished one. */
  received_bytes: number
  /** Null if nothing is running, or if it is too early to tell. */
  bytes_per_second: number | null
  /** When the hash last matched since the service started. */
  verified_at: string | null
  /** Why the last installation failed. */
  problem: { code: DownloadProblem | 'failed'; message: string; at: string } | null
}

export type ModelInstalls = {
  stateOf: (model: Model) => Promise<ModelState>
  /** Adds a model of the hub to the list by its name; undefined where it is none. Throws `DownloadError`. */
  add: (name: string) => Promise<Model | undefined>
  /** Starts to install; does nothing if it is running or the model is intact. */
  install: (model: Model) => Promise<void>
  /** Cancels this model's work; a partial file stays for the next try. */
  cancel: (id: string) => Promise<void>
  /** Starts to verify the file's hash. */
  verify: (model: Model) => Promise<void>
  /** Where the file is located; undefined if there is none. */
  placeOf: (model: Model) => Promise<'bundled' | 'own' | 'elsewhere' | undefined>
  /** Deletes the file and the remains of an installation. */
  remove: (model: Model) => Promise<void>
  /** At start: removes partial files that no listed model needs. */
  sweep: () => Promise<void>
  stop: () => Promise<void>
}

export type InstallsOptions = {
  folders: readonly string[]
  /** Folder for downloaded models. */
  target: string
  mirror: string | null
  hub: string | null
  clock: Clock
  log: Log
  /** Called before a model's file is deleted, so that whoever has it open can close it. */
  beforeRemoval?: (model: Model) => Promise<void>
  /** Called when a model was added or removed. */
  onChange?: (model: Model) => Promise<void>
}

type Work = {
  status: 'installing' | 'verifying'
  stopping: AbortController
  received: number
  pace: { from: number; bytes: number }
  done: Promise<void>
}
type Memory = {
  works: Map<string, Work>
  problems: Map<string, NonNullable<ModelState['problem']>>
  verified: Map<string, string>
  /** Paths and modification times of files whose hash was wrong. */
  damaged: Map<string, number>
}

/** Choice: for the facts of a file, which somebody waits for. */
const hubDeadlineMs = 30_000

/** Create one per service; its state ends with the process, the files remain. */
export function createModelInstalls(options: InstallsOptions): ModelInstalls {
  const memory: Memory = {
    works: new Map(),
    problems: new Map(),
    verified: new Map(),
    damaged: new Map(),
  }
  const { works } = memory
  const cancel = async (id: string) => {
    const work = works.get(id)
    work?.stopping.abort(new Error('cancelled'))
    await work?.done
  }
  return {
    stateOf: (model) => stateOf(options, memory, model),
    add: (name) => {
      const { target, hub } = options
      const signal = AbortSignal.timeout(hubDeadlineMs)
      return addHubModel(name, { target, hub, signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error
        throw new DownloadError('unreachable', 'The hub did not answer in time.')
      })
    },
    install: async (model) => {
      if (works.has(model.id)) return
      const found = await locateModel(model, options.folders)
      const isWhole = found && !(await isDamaged(memory, found))
      if (!isWhole) begin(options, memory, { model, status: 'installing' })
    },
    verify: async (model) => {
      if (works.has(model.id) || !(await locateModel(model, options.folders))) return
      begin(options, memory, { model, status: 'verifying' })
    },
    cancel,
    placeOf: async (model) => {
      const found = await locateModel(model, options.folders)
      if (!found) return undefined
      const folder = path.dirname(found.path)
      if (folder === path.resolve(options.target)) return 'own'
      return folder === path.resolve(bundledModelsFolder) ? 'bundled' : 'elsewhere'
    },
    remove: async (model) => {
      await cancel(model.id)
      await options.beforeRemoval?.(model)
      for (const { file } of [model, ...(model.builds ?? [])]) {
        for (const ending of ['', '.part']) {
          await rm(path.join(options.target, file + ending), { force: true })
        }
      }
      await removeImportedEntry(options.target, model)
      for (const known of [memory.problems, memory.verified]) known.delete(model.id)
      await options.onChange?.(model)
    },
    sweep: () => sweep(options),
    stop: async () => {
      await Promise.all([...works.keys()].map(cancel))
    },
  }
}

/**
 * An imported model cannot be downloaded again, and of one of the hub the facts are read anew: both leave the list
 * with their files.
 */
async function removeImportedEntry(target: string, { id, sources }: Model): Promise<void> {
  if (sources.some(({ kind }) => kind === 'imported' || kind === 'hub')) {
    await removeImported(target, id)
  }
}

type Order = { model: Model; status: Work['status'] }

function begin(options: InstallsOptions, memory: Memory, { model, status }: Order): void {
  const stopping = new AbortController()
  const { clock, log } = options
  const work: Work = {
    status,
    stopping,
    received: 0,
    pace: { from: clock.now().getTime(), bytes: -1 },
    done: Promise.resolve(),
  }
  const onProgress = (bytes: number): void => {
    // Bytes of an earlier try arrive at once and say nothing about the speed.
    if (work.pace.bytes < 0) work.pace = { from: clock.now().getTime(), bytes }
    work.received = bytes
  }
  memory.works.set(model.id, work)
  memory.problems.delete(model.id)
  const run = status === 'installing' ? runInstall : runVerify
  work.done = run(options, memory, { model, signal: stopping.signal, onProgress })
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return
      const code = error instanceof InstallError ? (error.code ?? 'failed') : 'failed'
      const message = error instanceof Error ? error.message : String(error)
      memory.problems.set(model.id, { code, message, at: toIso(clock.now()) })
      log.warn({ err: error, model: model.id }, 'could not install a model')
    })
    .finally(() => memory.works.delete(model.id))
}

type Run = { model: Model; signal: AbortSignal; onProgress: (bytes: number) => void }

async function runInstall(
  { folders, target, mirror, hub, clock, log, onChange }: InstallsOptions,
  memory: Memory,
  { model, signal, onProgress }: Run,
): Promise<void> {
  const onNote = (text: string) =>
    log.info({ model: model.id, text }, 'a source of the model failed')
  await installModel(model, { folders, target, mirror, hub, signal, onProgress, onNote })
  memory.verified.set(model.id, toIso(clock.now()))
  await onChange?.(model)
}

/** A wrong hash is a state of the file, not a failure of the verification. */
async function runVerify(
  { folders, clock }: InstallsOptions,
  memory: Memory,
  { model, signal, onProgress }: Run,
): Promise<void> {
  const found = await locateModel(model, folders)
  if (!found) return
  const { mtimeMs } = await stat(found.path)
  try {
    await verifyModel(found.path, found.sha256, { signal, onProgress })
    memory.verified.set(model.id, toIso(clock.now()))
    memory.damaged.delete(found.path)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    memory.verified.delete(model.id)
    memory.damaged.set(found.path, mtimeMs)
  }
}

async function stateOf(
  { folders, target, clock }: InstallsOptions,
  memory: Memory,
  model: Model,
): Promise<ModelState> {
  const { id } = model
  const problem = memory.problems.get(id) ?? null
  const work = memory.works.get(id)
  if (work) {
    const { status, received } = work
    const bytes_per_second = paceOf(work, clock.now().getTime())
    return { status, received_bytes: received, bytes_per_second, verified_at: null, problem: null }
  }
  const idle = { bytes_per_second: null, problem }
  const found = await locateModel(model, folders)
  if (!found) {
    const received = await sizeOf(path.join(target, `${model.file}.part`))
    return { ...idle, status: 'missing', received_bytes: received, verified_at: null }
  }
  const verified_at = memory.verified.get(id) ?? null
  const status = (await isDamaged(memory, found)) ? 'damaged' : 'installed'
  return { ...idle, status, received_bytes: found.bytes, verified_at }
}

function paceOf({ pace, received }: Work, now: number): number | null {
  const seconds = (now - pace.from) / 1_000
  return pace.bytes < 0 || seconds < 1 ? null : Math.round((received - pace.bytes) / seconds)
}

/** A file modified since then is a different one, about which nothing is known. */
async function isDamaged({ damaged }: Memory, { path: file }: ModelFile): Promise<boolean> {
  const changedAt = damaged.get(file)
  if (changedAt === undefined) return false
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs === changedAt,
    () => false,
  )
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Long enough for a concurrent download by the command line. */
const staleMs = 24 * hour

/**
 * Choice: a partial file is kept as long as its model is listed, so that the next try resumes it.
 */
async function sweep({ folders, target, clock }: InstallsOptions): Promise<void> {
  const wanted = new Set((await readModels(folders)).map(({ file }) => `${file}.part`))
  for (const name of await readdir(target).catch(() => [])) {
    const isLeft = name.startsWith('.fetching-') || (name.endsWith('.part') && !wanted.has(name))
    if (!isLeft) continue
    const file = path.join(target, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
    if (clock.now().getTime() - mtimeMs < staleMs) continue
    await rm(file, { recursive: true, force: true })
  }
}
