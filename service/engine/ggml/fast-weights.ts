/** Expanded copies of small quantised weights in the cache folder, made once and checked on use. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Log } from '../../core/log.ts'
import { verifyModel } from '../models/catalogue.ts'
import { expandWeights, expandedSize } from './expand-weights.ts'

/**
 * With 16-bit weights of base size a run takes 0.6 of the time and 90 MB more. Larger ones would take
 * more memory and disk than is a fair price: those are used as they are.
 */
const largestCopy = 200_000_000

/** Left free beside the copy. */
const spareBytes = 512 << 20

/** An unfinished copy of this age has been given up. */
const staleMs = 3_600_000

const Note = Type.Object({ source: Type.String(), bytes: Type.Integer(), sha256: Type.String() })
type Note = Static<typeof Note>

export type Weights = { path: string; bytes: number; sha256: string }
type Deps = { cacheDir: string; log: Log; signal: AbortSignal }

/**
 * The file to run instead of `weights`: an expanded copy where that pays, else the weights
 * themselves. Only a fired signal throws; without disk or with weights of another make nothing is
 * lost but speed.
 */
export async function fastWeights(deps: Deps, weights: Weights): Promise<string> {
  const folder = path.join(deps.cacheDir, 'expanded')
  try {
    await removeOrphans(folder)
    const copy = path.join(folder, `${weights.sha256}.bin`)
    const note = await readNote(copy)
    if (note !== undefined && (await isIntact(copy, note))) {
      // The weights may have moved; the copy lives as long as they do.
      if (note.source !== weights.path) await writeNote(copy, { ...note, source: weights.path })
      return copy
    }
    await rm(copy, { force: true })
    if (!(await pays(folder, weights))) return weights.path
    await makeCopy(copy, weights, deps.signal)
    deps.log.info({ model: path.basename(weights.path) }, 'expanded the weights once, for speed')
    return copy
  } catch (error) {
    deps.signal.throwIfAborted()
    deps.log.warn({ err: error }, 'the weights are used as they are, which is slower')
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

/** Appears in one step, so that a killed service leaves none that is cut short. */
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
  return verifyModel(copy, sha256).then(
    () => true,
    () => false,
  )
}

async function pays(folder: string, { path: file, bytes }: Weights): Promise<boolean> {
  const size = await expandedSize(file, bytes)
  if (size === undefined || size > largestCopy) return false
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > size + spareBytes
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

/** Removes copies whose weights are gone, and what was left unfinished. */
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
