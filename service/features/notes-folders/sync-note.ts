import path from 'node:path'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { takeTick } from '../actions/actions.ts'
import {
  createNote,
  freeNoteName,
  moveNote,
  readNote,
  removeNote,
  replaceNote,
  requireFolder,
  type FileStamp,
  type NoteFinder,
} from './folder-files.ts'
import { loadNote, readHome, type Absence } from './load-note.ts'
import { composeNote, isAllOwn, noteIdIn, ticksIn, toWritten, type Written } from './note-file.ts'
import { noteName, toNote, type OwnPart } from './note-text.ts'
import {
  deleteChange,
  deleteFile,
  markMissing,
  selectChange,
  selectFile,
  upsertFile,
  type Change,
  type FileRow,
} from './store.ts'

type SyncDeps = Pick<Deps, 'db' | 'clock'> & {
  finder: NoteFinder
  /** Whether the file was as long ago as an editor takes to write it the same as now. */
  isSettled: (contentId: string, stamp: FileStamp) => boolean
}

/** A note on disk, as it was read. */
type Found = { folder: string; path: string; text: string; stamp: FileStamp }

/**
 * Brings the note of a recording and what Earshot has of it together: ticks come in, then the file is
 * written. Safe to break off anywhere. `waits`: somebody is writing the file.
 */
export async function syncNote(
  deps: SyncDeps,
  contentId: string,
): Promise<'unchanged' | 'written' | 'waits'> {
  const { db } = deps
  const { row, at } = await db.transaction(async (tx) => ({
    row: await selectFile(tx, contentId),
    at: await readHome(tx, contentId),
  }))
  const target = 'home' in at ? at.home.folder : null
  const found = await findNote(deps.finder, contentId, row, target)
  if (found && !isAsLeft(found, row) && !deps.isSettled(contentId, found.stamp)) return 'waits'
  if (found) await takeTicks(deps, contentId, found)
  const { change, state } = await db.transaction((tx) => readState(tx, contentId))
  const written = row ? { fields: row.fields, hashes: row.line_hashes } : null
  const outcome = await write(deps, { contentId, row, found, written, change, state })
  if (change) await deleteChange(db.sql, change)
  return outcome
}

const isAsLeft = ({ stamp }: Found, row: FileRow | undefined): boolean =>
  row?.size_bytes === stamp.size && row.changed_at_ms === stamp.mtimeMs

/** Where it was left, or wherever a person put it in its folder. */
async function findNote(
  finder: NoteFinder,
  id: string,
  row: FileRow | undefined,
  target: string | null,
): Promise<Found | null> {
  const read = async (folder: string, below: string | undefined): Promise<Found | null> => {
    if (below === undefined) return null
    const file = await readNote(path.join(folder, below))
    return file && noteIdIn(file.text) === id ? { folder, path: below, ...file } : null
  }
  const left = row && (await read(row.folder, row.path))
  if (left) return left
  for (const folder of new Set([row?.folder, target ?? undefined])) {
    if (folder === undefined) continue
    const found = await read(folder, await finder.find(folder, id))
    if (found) return found
  }
  return null
}

async function takeTicks(deps: SyncDeps, contentId: string, { text, stamp }: Found): Promise<void> {
  const ticks = ticksIn(text, contentId)
  if (ticks.length === 0) return
  const at = new Date(stamp.mtimeMs)
  await deps.db.transaction(async (tx) => {
    for (const { id, isDone } of ticks) await takeTick(deps, tx, { contentId, id, isDone, at })
  })
}

type State = { absence: Absence } | { own: OwnPart | null; folder: string; name: string }

async function readState(
  tx: Tx,
  id: string,
): Promise<{ change: Change | undefined; state: State }> {
  const change = await selectChange(tx, id)
  const at = await readHome(tx, id)
  if ('absence' in at) return { change, state: at }
  const source = await loadNote(tx, id, at.home)
  const own = source ? toNote(source) : null
  return { change, state: { own, folder: at.home.folder, name: source ? noteName(source) : '' } }
}

type Job = {
  contentId: string
  row: FileRow | undefined
  found: Found | null
  written: Written | null
  change: Change | undefined
  state: State
}

async function write(deps: SyncDeps, job: Job): Promise<'unchanged' | 'written'> {
  const { contentId, row, found, change, state } = job
  const { sql } = deps.db
  if ('absence' in state) return retire(deps, job, state.absence)
  if (state.own === null) return 'unchanged'
  if (!found) {
    // What a person took away stays away until there is something new to say.
    if (row && !change) {
      await markMissing(sql, contentId)
      return 'unchanged'
    }
    const name = await freeNoteName(state.folder, state.name)
    const text = composeNote(contentId, state.own, null, null)
    const stamp = await createNote(path.join(state.folder, name), contentId, text)
    await keep(deps, job, { folder: state.folder, path: name, name, own: state.own, stamp })
    return 'written'
  }
  const text = composeNote(contentId, state.own, found.text, job.written)
  const place = await choosePlace(found, row, state)
  const file = path.join(state.folder, place.path)
  const from = path.join(found.folder, found.path)
  const before =
    file === from ? found.stamp : await moveNote(from, file, { id: contentId, ...found })
  const isSame = text === found.text
  const stamp = isSame ? before : await replaceNote(file, contentId, { text, before })
  await keep(deps, job, { ...place, folder: state.folder, own: state.own, stamp })
  return isSame && file === from ? 'unchanged' : 'written'
}

/** The folder that a person put it in, and the name that a person gave it; else that of the recording. */
async function choosePlace(
  found: Found,
  row: FileRow | undefined,
  { folder, name }: { folder: string; name: string },
): Promise<{ path: string; name: string }> {
  const current = path.posix.basename(found.path)
  // The name of now: a crash came between giving it and writing that down.
  const isOwn = current === row?.name || current === name
  const isThere = found.folder === folder
  if (isThere && !isOwn) return { path: found.path, name: row?.name ?? '' }
  const below = isThere ? path.posix.dirname(found.path) : ''
  const own = isThere ? current : undefined
  const free = await freeNoteName(path.join(folder, below), isOwn ? name : current, own)
  return { path: path.posix.join(below, free), name: isOwn ? free : (row?.name ?? '') }
}

type Kept = { folder: string; path: string; name: string; own: OwnPart; stamp: FileStamp }

async function keep(deps: SyncDeps, { contentId }: Job, kept: Kept): Promise<void> {
  const { fields, hashes } = toWritten(kept.own)
  await upsertFile(deps.db.sql, {
    content_id: contentId,
    folder: kept.folder,
    path: kept.path,
    name: kept.name,
    fields: JSON.stringify(fields),
    line_hashes: hashes,
    size_bytes: kept.stamp.size,
    changed_at_ms: kept.stamp.mtimeMs,
  })
}

/**
 * The note of a recording that is not here any more: a file in which nothing is a person's is removed; of
 * others the words of the recording go, and what a person wrote stays.
 */
async function retire(
  deps: SyncDeps,
  job: Job,
  absence: Absence,
): Promise<'unchanged' | 'written'> {
  const { contentId, found, written, row } = job
  const { sql } = deps.db
  const isForGood = absence === 'deleted'
  if (!found) {
    if (row) await requireFolder(row.folder)
    if (isForGood) await deleteFile(sql, contentId)
    else await markMissing(sql, contentId)
    return 'unchanged'
  }
  const file = path.join(found.folder, found.path)
  if (isAllOwn(found.text, contentId, written)) {
    await removeNote(file, found.stamp)
    await deleteFile(sql, contentId)
    return 'written'
  }
  const own = { fields: linkField(written), lines: [`*This recording is ${absence} in Earshot.*`] }
  const text = composeNote(contentId, own, found.text, written)
  const isSame = text === found.text
  const stamp = isSame
    ? found.stamp
    : await replaceNote(file, contentId, { text, before: found.stamp })
  const name = row?.name ?? ''
  if (isForGood) await deleteFile(sql, contentId)
  else await keep(deps, job, { folder: found.folder, path: found.path, name, own, stamp })
  return isSame ? 'unchanged' : 'written'
}

/** What the recording is found again by. */
const linkField = (written: Written | null): Record<string, unknown> =>
  written?.fields['earshot'] === undefined ? {} : { earshot: written.fields['earshot'] }
