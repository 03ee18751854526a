import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { bundledModelsFolder } from '../../engine/models/catalogue.ts'
import type { Storage } from './schema.ts'
import { transcriptBytes } from './store.ts'

/** What the data takes on disk, measured now: file by file, a few thousandths of a second a thousand. */
export async function readStorage(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
): Promise<Storage> {
  requireMachineAdmin(caller)
  const { dataDir, cacheDir } = config
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  for (const { name } of entries) sizes.set(name, await sizeOf(path.join(dataDir, name)))
  const take = (name: string): number => {
    const size = sizes.get(name) ?? 0
    sizes.delete(name)
    return size
  }
  const [recordings, models, database] = ['recordings', 'models', 'database'].map(take)
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return {
    data_folder: caller.isSession ? dataDir : null,
    recordings_bytes: recordings ?? 0,
    transcripts_bytes: await transcriptBytes(db.sql),
    models_bytes: models ?? 0,
    bundled_models_bytes: await weightsIn(bundledModelsFolder),
    database_bytes: database ?? 0,
    cache_bytes: await sizeOf(path.join(cacheDir, 'expanded')),
    other_bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    free_bytes: bavail * bsize,
    disk_bytes: blocks * bsize,
    measured_at: toIso(clock.now()),
  }
}

/** Of a file or of all files below a folder; 0 of what is not there, or goes meanwhile. */
async function sizeOf(place: string): Promise<number> {
  const found = await stat(place).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) {
    // A link counts where it leads to, or not at all: never twice, and never in a circle.
    if (entry.isSymbolicLink()) continue
    sum += await sizeOf(path.join(place, entry.name))
  }
  return sum
}

/** The folder has scripts, too, where the software runs from its sources. */
async function weightsIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const weights = names.filter((name) => /\.(bin|onnx|gguf)$/.test(name))
  const sizes = await Promise.all(weights.map((name) => sizeOf(path.join(folder, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
