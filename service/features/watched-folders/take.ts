// What becomes of the files of one watched folder.
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { recordingTypeOf } from '../../client/media-types.ts'
import type { Reach } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import { hashFile } from '../../core/hash-file.ts'
import type { Id } from '../../core/ids.ts'
import type { Deps } from '../../deps.ts'
import { takeFile, type TakeFileDeps } from '../uploads/take-file.ts'
import { requireAcceptable } from '../uploads/uploads.ts'
import { readFacts, type FoundFile } from './folder-files.ts'
import { hasRecording, replaceFile, type FolderToWatch, type WatchedFileRow } from './store.ts'

export type TakeDeps = TakeFileDeps & Pick<Deps, 'log'>

/** What became of the files of a folder, kept in memory beside its rows. */
export type Ledger = {
  /** Whether nothing is to be done about a file as it is now, whatever it is called. */
  knows: (file: FoundFile) => boolean
  hasBytes: (sha256: string) => boolean
  add: (row: Pick<WatchedFileRow, 'path' | 'size_bytes' | 'changed_at_ms' | 'sha256'>) => void
}

export function createLedger(rows: readonly WatchedFileRow[]): Ledger {
  const facts = new Set<string>()
  const hashes = new Set<string>()
  const add: Ledger['add'] = (row) => {
    // A file that was renamed keeps both.
    facts.add(`${row.size_bytes} ${row.changed_at_ms}`)
    if (row.sha256 !== null) hashes.add(row.sha256)
  }
  for (const row of rows) add(row)
  return {
    knows: (file) => facts.has(`${file.size} ${file.changedAtMs}`),
    hasBytes: (sha256) => hashes.has(sha256),
    add,
  }
}

type Failed = { code: string; message: string }

/**
 * Adds one whole file to the folder's project, unless its bytes came before, and notes what became of it. False
 * where it changed meanwhile. Throws what concerns not the file but the folder or the service.
 */
export async function takeOne(
  deps: TakeDeps,
  folder: FolderToWatch,
  { file, ledger, signal }: { file: FoundFile; ledger: Ledger; signal: AbortSignal },
): Promise<boolean> {
  const note = async (
    outcome: WatchedFileRow['outcome'],
    sha256: string | null,
    failed?: Failed,
  ): Promise<true> => {
    const row = {
      ...{ folder_id: folder.id, path: file.path, size_bytes: file.size, sha256, outcome },
      changed_at_ms: file.changedAtMs,
      error_code: failed?.code ?? null,
      error_message: failed?.message ?? null,
      noted_at: deps.clock.now(),
    }
    await deps.db.transaction((tx) => replaceFile(tx, row))
    ledger.add(row)
    return true
  }
  const place = path.join(folder.path, file.path)
  const announced = {
    filename: path.basename(place),
    content_type: recordingTypeOf(place) ?? '',
    size_bytes: file.size,
  }
  let sha256: string | null = null
  try {
    requireAcceptable(announced)
    sha256 = await hashFile(place, { signal })
  } catch (error) {
    return note('refused', null, isForbidden(error) ? unreadable : requireRefusal(error))
  }
  if (!(await isUnchanged(folder, file))) return false
  if (ledger.hasBytes(sha256) || (await hasRecording(deps.db.sql, folder.project_id, sha256))) {
    return note('known', sha256)
  }
  try {
    const body = createReadStream(place, { highWaterMark: 1 << 20, signal })
    await takeFile(deps, reachOf(folder), folder.project_id, {
      ...announced,
      body,
      folder: path.basename(path.dirname(place)),
    })
  } catch (error) {
    if (!(await isUnchanged(folder, file))) return false
    return note('refused', sha256, requireRefusal(error))
  }
  return note('taken', sha256)
}

/** Answers that are about the file itself, so that asking again is no use. */
const refusals = new Set([400, 413, 415, 422])

/** The failure, where it is about the file itself; throws any other. */
function requireRefusal(error: unknown): Failed {
  if (error instanceof ApiError && refusals.has(error.status)) return error
  throw error
}

const reachOf = (folder: FolderToWatch): Reach => ({
  organizationId: folder.organization_id as Id<'org'>, // an organization's own id
  projectIds: null,
})

const unreadable: Failed = {
  code: 'file_unreadable',
  message: 'Earshot may not read the file. Allow it, then look again.',
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code))

async function isUnchanged(folder: FolderToWatch, file: FoundFile): Promise<boolean> {
  const now = await readFacts(folder.path, file.path)
  return now?.size === file.size && now.changedAtMs === file.changedAtMs
}
