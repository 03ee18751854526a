import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, renameWithRetry, syncFolder } from '../blobs/durable-file.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { SwapUnreadable } from '../db/open-errors.ts'

/**
 * Puts files and folders of the data folder in the place of others, all or none (reliability.md B-3). What is
 * new is made in `restoring/` and flushed; a journal then says what moves; what was there goes to
 * `replaced/TIME/` and is kept. A start without the journal drops `restoring/`, one with it goes on.
 */
export type Swap = {
  /** Names in the data folder that go to `replaced/TIME/`, where they are there. */
  aside: readonly string[]
  /** Names in `restoring/` that come into the data folder. */
  bring: readonly string[]
  /** Whether what goes aside is kept, as it is where this is absent; false where all of it is in what is brought. */
  isKept?: boolean
}

type Journal = Swap & { format: 1; folder: string }

const journalName = 'swap.json'
const at = {
  journal: (dataDir: string) => path.join(dataDir, journalName),
  replaced: (dataDir: string) => path.join(dataDir, 'replaced'),
}

/** Where what a swap brings is made. */
const restoringFolder = (dataDir: string): string => path.join(dataDir, 'restoring')

/** Empties `restoring/` for what is to be made in it. */
export async function openRestoring(dataDir: string): Promise<string> {
  const folder = restoringFolder(dataDir)
  await removeFolder(folder)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Call it as the folder's one owner, with nothing of it open. What is brought must be flushed. */
export async function swap(dataDir: string, plan: Swap, now: Date): Promise<void> {
  await noteSwap(dataDir, plan, now)
  await finishSwap(dataDir)
}

/** From here on the swap will happen, whatever ends this process. */
export async function noteSwap(dataDir: string, plan: Swap, now: Date): Promise<void> {
  const folder = folderOf(now)
  const journal: Journal = { format: 1, folder, ...plan }
  await mkdir(restoringFolder(dataDir), { recursive: true, mode: 0o700 })
  await syncFolder(restoringFolder(dataDir))
  await mkdir(path.join(at.replaced(dataDir), folder), { recursive: true, mode: 0o700 })
  await syncFolder(at.replaced(dataDir))
  // One that could not be read is kept with what it was about.
  const kept = path.join(at.replaced(dataDir), folder, journalName)
  await rename(at.journal(dataDir), kept).catch(ignoreMissing)
  const part = `${at.journal(dataDir)}.part`
  await rm(part, { force: true })
  await writeFlushed(part, `${JSON.stringify(journal, null, 2)}\n`)
  await rename(part, at.journal(dataDir))
  await syncFolder(dataDir)
}

/**
 * At a start, before anything is opened: completes a swap that was noted, and removes what was not. Throws SwapUnreadable,
 * with all as it was, where the journal is damaged.
 */
export async function finishSwap(dataDir: string): Promise<void> {
  for await (const step of swapSteps(dataDir)) void step
}

/**
 * Where the journal is damaged, sets it aside with what was to be brought: opening the library then tells whether the swap
 * had not begun, or was over. What had gone aside is in `replaced/` anyway.
 */
export async function setUnreadableAside(dataDir: string, now: Date): Promise<void> {
  if ((await readJournal(dataDir).catch(() => 'unreadable')) !== 'unreadable') return
  const kept = path.join(at.replaced(dataDir), folderOf(now))
  await mkdir(kept, { recursive: true, mode: 0o700 })
  await syncFolder(at.replaced(dataDir))
  for (const name of ['restoring', journalName])
    if (existsSync(path.join(dataDir, name))) await move(name, dataDir, kept)
}

const folderOf = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, '-')

/** Yields before each change, so that a test can end it there. */
export async function* swapSteps(dataDir: string): AsyncGenerator<string> {
  const restoring = restoringFolder(dataDir)
  const journal = await readJournal(dataDir)
  if (journal) {
    const kept = path.join(at.replaced(dataDir), journal.folder)
    for (const name of journal.aside) {
      const isIn = journal.bring.includes(name) && !existsSync(path.join(restoring, name))
      if (isIn || existsSync(path.join(kept, name)) || !existsSync(path.join(dataDir, name)))
        continue
      yield `${name} goes aside`
      await move(name, dataDir, kept)
    }
    for (const name of journal.bring) {
      if (!existsSync(path.join(restoring, name))) continue
      yield `${name} comes in`
      await move(name, restoring, dataDir)
    }
    yield 'a folder that keeps nothing goes'
    if (journal.isKept === false) await rm(kept, { recursive: true, force: true })
    else await rmdir(kept).catch(() => {})
    yield 'the journal goes'
    await rm(at.journal(dataDir))
    await syncFolder(dataDir)
  }
  if (!existsSync(restoring)) return
  yield 'restoring/ goes'
  // A library opens beside it, too; the next start or recovery removes it.
  await removeFolder(restoring).catch(() => {})
}

/** Removes what was made for a swap that came to nothing; one that was noted is left to the next start. */
export async function dropUnswapped(dataDir: string): Promise<void> {
  // What cannot be removed goes with the next start.
  if (!existsSync(at.journal(dataDir))) await removeFolder(restoringFolder(dataDir)).catch(() => {})
}

/** Tries again where the system still holds a file of it (EBUSY, ENOTEMPTY, EPERM). */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

/** On disk before the next step: what is brought must not be there without what it replaced being kept. */
async function move(name: string, from: string, to: string): Promise<void> {
  await renameWithRetry(path.join(from, name), path.join(to, name))
  for (const folder of [to, from]) await syncFolder(folder)
}

async function readJournal(dataDir: string): Promise<Journal | null> {
  if (!existsSync(at.journal(dataDir))) return null
  try {
    const journal: unknown = JSON.parse(await readFile(at.journal(dataDir), 'utf8'))
    if (isJournal(journal)) return journal
  } catch (error) {
    throw new SwapUnreadable(error)
  }
  // It was written whole, or not at all: the disk lost it.
  throw new SwapUnreadable()
}

const isJournal = (value: unknown): value is Journal => {
  if (typeof value !== 'object' || value === null) return false
  const { folder, aside, bring }: Partial<Record<keyof Journal, unknown>> = value
  return typeof folder === 'string' && Array.isArray(aside) && Array.isArray(bring)
}
