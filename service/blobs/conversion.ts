import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isFullDisk } from '../core/full-disk.ts'
import { ApiError } from '../core/errors.ts'
import { convertRecording } from './convert-recording.ts'
import { ignoreMissing } from './durable-file.ts'
import type { Lending } from './lending.ts'
import type { RecordingKeys } from './recording-file.ts'
import { idsIn, recordingsIn } from './recording-folders.ts'
import { isOneKey, keyFileOf } from './recording-keys.ts'

type Form = 'sealed' | 'plain'

/** Brings the recordings of a library from one form to the other while it is open. */
export type Conversion = {
  /** The form that new recordings get: `sealed`, until `run` was told otherwise. */
  target: () => Form
  /**
   * All recordings, with those set aside, and how many of them are sealed with their newest key; told from names and
   * sizes alone.
   */
  count: () => Promise<{ recordings: number; sealed: number }>
  /**
   * Converts one after another, and from here on gives new ones the same form. Those that a program reads follow
   * when it has ended. Resolves with the ids of recordings that stay as they are, as they are damaged; `isComplete`
   * is false where the signal fired. Throws `insufficient_storage`.
   */
  run: (to: Form, signal: AbortSignal) => Promise<{ isComplete: boolean; failed: string[] }>
  /** The recording of this path, into the form that new ones have. */
  convertOne: (file: string) => Promise<void>
}

type Options = {
  incoming: string
  folders: readonly string[]
  keys: RecordingKeys
  lending: Lending
  /** Throws where the disk has no room for so many bytes. */
  requireSpace: (bytes: number) => Promise<void>
}

export function createConversion(options: Options): Conversion {
  const { folders, lending } = options
  let target: Form = 'sealed'
  const convert = (file: string, signal: AbortSignal) =>
    convertRecording(file, target, { ...options, ...lending, signal })
  const run: Conversion['run'] = async (to, signal) => {
    target = to
    const failed: string[] = []
    const convertOrNote = (file: string) =>
      convert(file, signal).catch((error: unknown) => {
        if (isFullDisk(error) || error instanceof ApiError) throw error
        if (!signal.aborted) failed.push(path.basename(file))
      })
    // Some come in or are moved meanwhile.
    const seen = new Set<string>()
    const listNew = async () => (await listFiles(folders)).filter((file) => !seen.has(file))
    for (let left = await listNew(); left.length > 0;) {
      const later: string[] = []
      for (const file of left) {
        if (signal.aborted || target !== to) return { isComplete: false, failed }
        seen.add(file)
        if ((await convertOrNote(file)) === 'later') later.push(file)
      }
      await untilBack(later[0], lending, signal)
      left = [...later, ...(await listNew())]
    }
    return { isComplete: !signal.aborted, failed }
  }
  return {
    target: () => target,
    count: () => countSealed(folders),
    convertOne: async (file) => void (await convert(file, new AbortController().signal)),
    run,
  }
}

/** Ends when the program that reads this file does, or when the signal fires. */
async function untilBack(
  file: string | undefined,
  { whenBack }: Lending,
  signal: AbortSignal,
): Promise<void> {
  if (file === undefined || signal.aborted) return
  const over = new AbortController()
  const aborted = once(signal, 'abort', { signal: over.signal }).catch(() => {})
  await Promise.race([whenBack(file), aborted])
  over.abort()
}

async function listFiles(folders: readonly string[]): Promise<string[]> {
  const all = folders.map(async (folder) =>
    (await idsIn(folder)).map((id) => path.join(folder, id)),
  )
  return (await Promise.all(all)).flat()
}

async function countSealed(folders: readonly string[]) {
  const count = { recordings: 0, sealed: 0 }
  for (const folder of folders) {
    const names = new Set((await readdir(folder).catch(ignoreMissing)) ?? [])
    const ids = recordingsIn(names)
    count.recordings += ids.length
    const withKey = ids.filter((id) => names.has(keyFileOf(id)))
    const sizes = withKey.map((id) => stat(keyFileOf(path.join(folder, id))).catch(ignoreMissing))
    const found = await Promise.all(sizes)
    count.sealed += withKey.filter((id, at) => isOneKey(id, found[at]?.size ?? 0)).length
  }
  return count
}
