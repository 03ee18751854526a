import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MemoryScratch } from '../core/memory-scratch.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { openRecording, withRecording, type RecordingKeys } from './recording-file.ts'

type LendingParts = { keys: RecordingKeys | null; incoming: string; scratch: MemoryScratch }

/** Who may touch a recording's files, of those that work on them at the same time. */
export type Lending = {
  /** Runs what changes names and contents of files, one after another; each takes moments. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Lends a file with the plain bytes, until `work` ends. */
  lend: <Result>(
    file: string,
    place: LendingParts,
    work: (plain: string) => Promise<Result>,
  ) => Promise<Result>
  /** Whether a program reads the recording's own file, which must stay plain meanwhile. Ask it in `alone`. */
  isLent: (file: string) => boolean
  /** Resolves when that is over. */
  whenBack: (file: string) => Promise<void>
}

export function createLending(): Lending {
  const alone = oneAtATime()
  const lent = new Map<string, Set<Promise<unknown>>>()
  const note = (file: string, work: Promise<unknown>): void => {
    const all = lent.get(file) ?? new Set()
    lent.set(file, all.add(work))
    const forget = (): void => {
      all.delete(work)
      if (all.size === 0) lent.delete(file)
    }
    work.then(forget, forget)
  }
  return {
    alone,
    lend: async (file, place, work) => {
      const itself = await alone(async () => {
        const isSealed = await withRecording(file, place.keys, async (found) => found.isSealed)
        // One that is gone as well: the program says so itself.
        if (isSealed === true) return null
        const done = work(file)
        note(file, done)
        return { done }
      })
      return itself ? itself.done : withCopy(file, place, work)
    },
    isLent: (file) => lent.has(file),
    whenBack: async (file) => {
      await Promise.allSettled(lent.get(file) ?? [])
    },
  }
}

/** In memory where there is room, else where a start removes what a kill left. */
async function withCopy<Result>(
  file: string,
  { keys, incoming, scratch }: LendingParts,
  work: (plain: string) => Promise<Result>,
): Promise<Result> {
  const recording = await openRecording(file, keys)
  if (!recording) return work(file)
  const folder = await scratch.open(recording.bytes)
  const plain = path.join(folder ?? incoming, `${path.basename(file)}.${randomUUID()}.part`)
  try {
    const target = createWriteStream(plain, { flags: 'wx', mode: 0o600 })
    await pipeline(recording.read(), target).finally(recording.close)
    return await work(plain)
  } finally {
    await rm(folder ?? plain, { recursive: true, force: true })
  }
}
