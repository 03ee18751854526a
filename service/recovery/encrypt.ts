import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createBlobs } from '../blobs/blobs.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import type { Log } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { second } from '../core/time.ts'
import { convertDatabase, type Conversion } from '../db/convert-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { hasAllRows, listCountedTables } from '../db/row-counts.ts'
import {
  libraryKeyFiles,
  writeLibraryKeyFile,
  type LibraryKeyFile,
  type LibraryKeys,
} from '../encryption/library-key.ts'
import { secretFormOf } from '../encryption/secret-form.ts'
import { openBytes, sealBytes } from '../encryption/sealed-file.ts'
import { openRestoring, type Swap } from './swap.ts'

/** What opens the database that was made, once. */
export type ConversionTools = { log: Log; startScript: StartScript | undefined }
type Options = ConversionTools & {
  dataDir: string
  keys: LibraryKeys
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

const changed = ['database', 'secret-key']

/**
 * Makes the encrypted database of a library that is closed in `restoring/`, opens it once, and says how to put it in
 * place. The recordings are left to the library, once it is open.
 */
export async function prepareEncrypted(
  { dataDir, keys, onProgress, ...tools }: Options,
  file: LibraryKeyFile,
): Promise<Swap> {
  const target = await openRestoring(dataDir)
  await convertLibraryDatabase(dataDir, target, { how: { seal: keys }, tools }, onProgress)
  const secret = await readFile(path.join(dataDir, 'secret-key'))
  // What the keychain has sealed is sealed with the library's key at the next start.
  const sealed = secretFormOf(secret) === 'plain' ? sealBytes(keys.files, secret) : secret
  await writeFlushed(path.join(target, 'secret-key'), sealed)
  await writeLibraryKeyFile(target, file)
  return { aside: changed, bring: [...changed, ...libraryKeyFiles], isKept: false }
}

/** The way back: first the recordings, whose keys go with the library's. */
export async function prepareDecrypted({
  dataDir,
  keys,
  onProgress,
  ...tools
}: Options): Promise<Swap> {
  const target = await openRestoring(dataDir)
  const damaged = await decryptRecordings(dataDir, keys, (done) => onProgress(done * 0.8))
  await convertLibraryDatabase(dataDir, target, { how: { open: keys }, tools }, (done) =>
    onProgress(0.8 + done * 0.2),
  )
  const secret = openBytes(keys.files, await readFile(path.join(dataDir, 'secret-key')))
  await writeFlushed(path.join(target, 'secret-key'), secret)
  // What could not be decrypted is still there, and so must be what opens it.
  return { aside: [...changed, ...libraryKeyFiles], bring: changed, isKept: damaged.length > 0 }
}

/** Makes the database of one folder in another one, in the form that it gets, and opens it as the library will. */
export async function convertLibraryDatabase(
  from: string,
  to: string,
  { how, tools }: { how: Conversion; tools: ConversionTools },
  onProgress: (share: number) => void,
): Promise<void> {
  const [before, made] = [path.join(from, 'database'), path.join(to, 'database')]
  await convertDatabase(before, made, how, onProgress)
  await requireAllRows(to, { ...tools, ...(how.seal && { keys: how.seal }) })
}

/** The ids of recordings that are damaged. */
async function decryptRecordings(
  dataDir: string,
  keys: LibraryKeys,
  onProgress: (progress: number) => void,
): Promise<string[]> {
  const { conversion } = createBlobs({ dataDir, keys })
  if (!conversion) return []
  const look = async (): Promise<void> => {
    const { recordings, sealed } = await conversion.count()
    onProgress((recordings - sealed) / Math.max(1, recordings))
  }
  const timer = setInterval(() => void look().catch(() => {}), second)
  try {
    return (await conversion.run('plain', new AbortController().signal)).failed
  } finally {
    clearInterval(timer)
  }
}

/** Opens what was converted as the library will, before the one that it was made from goes. */
async function requireAllRows(
  folder: string,
  { keys, log, startScript }: ConversionTools & { keys?: Conversion['seal'] },
): Promise<void> {
  const db = await openDatabase({ dataDir: folder, log, startScript, ...(keys && { keys }) })
  try {
    for (const table of await listCountedTables(db.sql)) {
      if (!(await hasAllRows(db.sql, table))) throw new Error(`Rows of ${table} are missing.`)
    }
  } finally {
    await db.close()
  }
}
