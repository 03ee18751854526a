/**
 * Expanded copies of small quantized weights in the cache folder, created once and checked on use.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freeBytesOf } from '../../core/free-bytes.ts'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Log } from '../../core/log.ts'
import { verifyUnlessUnchanged } from '../models/catalogue.ts'
import { expandWeights, expandedSize } from './expand-weights.ts'

/**
 * With 16-bit weights of base size a run takes 0.6 of the time and 90 MB more. Larger models would
 * take too much memory and disk, so they are used unchanged.
 */
const largestCopy = 200_000_000

/** Disk space to leave free in addition to the copy. */
const spareBytes = 512 << 20

/** An unfinished copy of this age was abandoned. */
const staleMs = 3_600_000

const Note = Type.Object({ source: Type.String(), bytes: Type.Integer(), sha256: Type.String() })
type Note = Static<typeof Note>

export type Weights = { path: string; bytes: number; sha256: string }
type Deps = { cacheDir: string; log: Log; signal: AbortSignal }

/**
 * Returns the file to load in place of `weights`: an expanded copy if worthwhile, else the
 * weights themselves. Throws only if the signal fires; a full disk or an unknown format
 * costs nothing but speed.
 */
export async function fastWeights(deps: Deps, weights: Weights): Promise<string> {
  const folder = path.join(deps.cacheDir, 'expanded')
  try {
    await removeOrphans(folder)
    const copy = path.join(folder, `${weights.sha256}.bin`)
    const note = await readNote(copy)
    if (note !== undefined && (await isIntact(copy, note))) {
      // The weights may have moved; a copy is removed together with them.
      if (note.source !== weights.path) await writeNote(copy, { ...note, source: weights.path })
      return copy
    }
    await rm(copy, { force: true })
    if (!(await pays(folder, weights))) return weights.path
    await makeCopy(copy, weights, deps.signal)
    deps.log.info(
      { model: path.basename(weights.path) },
      'expanded the weights for faster transcription',
    )
    return copy
  } catch (error) {
    deps.signal.throwIfAborted()
    deps.log.warn(
      { err: error },
      'could not expand the weights; using them as they are, which is slower',
    )
    return weights.path
  }
}

const noteOf = (copy: string): string => copy.replace(/\.bin$/, '.json')

async function readNote(copy: string): Promise<Note | undefined> {
  const text = await readFile(noteOf(copy), 'utf8').catch(() => 'null')
  try {
    const note: unknown = JSON.parse(text)
    return Value.Check(Note, note) ? note : undefined
  } catch {
    return undefined
  }
}

/** Writes atomically, so that a killed service leaves no truncated note. */
async function writeNote(copy: string, note: Note): Promise<void> {
  const draft = `${noteOf(copy)}.${randomUUID()}.part`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, noteOf(copy))
}

async function isIntact(copy: string, { bytes, sha256 }: Note): Promise<boolean> {
  const size = await stat(copy).then(
    (stats) => stats.size,
    () => -1,
  )
  if (size !== bytes) return false
  return verifyUnlessUnchanged(copy, sha256).then(
    () => true,
    () => false,
  )
}

async function pays(folder: string, { path: file, bytes }: Weights): Promise<boolean> {
  const size = await expandedSize(file, bytes)
  if (size === undefined || size > largestCopy) return false
  await mkdir(folder, { recursive: true })
  return (await freeBytesOf(folder)) > size + spareBytes
}

async function makeCopy(copy: string, weights: Weights, signal: AbortSignal): Promise<void> {
  const draft = `${copy}.${randomUUID()}.part`
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await expandWeights({ from: weights.path, to: draft, signal }, (part) => {
      hash.update(part)
      bytes += part.length
    })
    await rename(draft, copy)
    await writeNote(copy, { source: weights.path, bytes, sha256: hash.digest('hex') })
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes copies whose weights are gone, and unfinished ones. */
async function removeOrphans(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    if (name.endsWith('.part')) {
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > staleMs) await rm(file, { force: true })
    }
    if (!name.endsWith('.bin')) continue
    const note = await readNote(file)
    if (note === undefined || (await exists(note.source))) continue
    await Promise.all([rm(file, { force: true }), rm(noteOf(file), { force: true })])
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )
