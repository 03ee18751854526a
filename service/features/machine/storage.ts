import { readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { sizeOf } from '../../core/size-of.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { bundledModelsFolder } from '../../engine/models/catalogue.ts'
import type { Storage } from './schema.ts'
import { databaseBytes, recordingBytes, transcriptBytes } from './store.ts'

/**
 * What the data takes, measured now: on disk file by file, a few thousandths of a second a thousand; elsewhere, as the
 * database counts it.
 */
export async function readStorage(
  { db, clock, config, blobs }: Pick<Deps, 'db' | 'clock' | 'config' | 'blobs'>,
  caller: Caller,
): Promise<Storage> {
  requireMachineAdmin(caller)
  const { dataDir, cacheDir, backupDir } = config
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  for (const { name } of entries) sizes.set(name, await sizeOf(path.join(dataDir, name)))
  const take = (name: string): number => {
    const size = sizes.get(name) ?? 0
    sizes.delete(name)
    return size
  }
  const [recordings, models, database] = ['recordings', 'models', 'database'].map(take)
  const kept = take('replaced') + take('exported')
  // They are in the data folder, unless a place was set.
  const backups = await sizeOf(backupDir)
  take('backups')
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return {
    data_folder: caller.isSession ? dataDir : null,
    recordings_bytes: blobs.direct ? await recordingBytes(db.sql) : (recordings ?? 0),
    transcripts_bytes: await transcriptBytes(db.sql),
    models_bytes: models ?? 0,
    bundled_models_bytes: await weightsIn(bundledModelsFolder),
    database_bytes: db.isShared ? await databaseBytes(db.sql) : (database ?? 0),
    cache_bytes: await sizeOf(path.join(cacheDir, 'expanded')),
    backups_bytes: backups,
    kept_bytes: kept,
    other_bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    free_bytes: bavail * bsize,
    disk_bytes: blocks * bsize,
    measured_at: toIso(clock.now()),
  }
}

/** The folder has scripts, too, where the software runs from its sources. */
async function weightsIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const weights = names.filter((name) => /\.(bin|onnx|gguf)$/.test(name))
  const sizes = await Promise.all(weights.map((name) => sizeOf(path.join(folder, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
