import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Log } from '../core/log.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { libraryKeyFiles, type LibraryKeys } from '../encryption/library-key.ts'
import { findingFiles, forgetFinding, type Finding } from './finding.ts'
import type { RecoveryAction } from './host.ts'
import { openRestoring, setUnreadableAside, swap } from './swap.ts'

/** While it is there, recordings without a row are taken in again by themselves (features/orphans). */
export const rebuildName = 'rebuild.pending'

const database = ['database', 'database.made']

type Options = {
  dataDir: string
  /** Null where the library is locked. */
  finding: Finding | null
  now: Date
  log: Log
  /** Those of an encrypted library. */
  keys?: LibraryKeys | null
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

/** Gets the data folder ready to be opened again; nothing of it may be open. */
export async function prepareLibrary(
  action: Exclude<RecoveryAction, 'export' | 'restore_backup'>,
  options: Options,
): Promise<void> {
  await prepare[action](options)
  await forgetFinding(options.dataDir)
}

const prepare = {
  try_again: ({ dataDir, now }: Options) => setUnreadableAside(dataDir, now),
  replace_secret_key: async ({ dataDir, now }: Options) => {
    const folder = await openRestoring(dataDir)
    await writeFlushed(path.join(folder, 'secret-key'), randomBytes(32))
    await swap(dataDir, { aside: ['secret-key'], bring: ['secret-key'] }, now)
  },
  open_what_is_left: async (options: Options) => {
    const { prepareWhatIsLeft } = await import('./what-is-left.ts')
    await swap(options.dataDir, await prepareWhatIsLeft(options), options.now)
  },
  rebuild: async ({ dataDir, finding, now }: Options) => {
    const folder = await openRestoring(dataDir)
    await writeFlushed(path.join(folder, rebuildName), '')
    // A key that is whole still fits: nothing that it sealed is left.
    const key = finding?.kind === 'secret_key' ? ['secret-key'] : []
    const aside = [...findingFiles, ...database, ...key, rebuildName]
    await swap(dataDir, { aside, bring: [rebuildName] }, now)
  },
  start_fresh: async ({ dataDir, now }: Options) => {
    await openRestoring(dataDir)
    const keys = ['secret-key', ...libraryKeyFiles]
    const aside = [...findingFiles, ...database, 'recordings', ...keys, rebuildName]
    await swap(dataDir, { aside, bring: [] }, now)
  },
}
