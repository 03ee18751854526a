import { constants, createWriteStream } from 'node:fs'
import { copyFile, cp, mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { withRecording, type RecordingKeys } from '../blobs/recording-file.ts'
import { isFullDisk } from '../core/full-disk.ts'
import type { Log } from '../core/log.ts'
import type { Sql } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { SealBroken } from '../encryption/sealed-file.ts'
import { freeName, readableName } from '../core/readable-name.ts'
import { readByPlace } from './readable-rows.ts'
import { findRecordings, sidecarOf } from './survey.ts'
import { openRestoring } from './swap.ts'

type Options = {
  dataDir: string
  /** A new or empty folder. */
  folder: string
  log: Log
  /** Those of an encrypted library, whose recordings come out plain. */
  keys?: LibraryKeys | null
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

/**
 * What was got out: `rows` by table, with how many could not be read, and null where the database could not
 * be opened at all.
 */
type Report = {
  recordings: number
  rows: Record<string, { read: number; unreadable: number }> | null
}

/** What people wrote or got; no keys and no secrets. Names of tables, and of what they are exported as. */
const tables = [
  ...['projects', 'content', 'transcripts', 'content_notes', 'analysis_runs', 'insights'],
  ...['action_items', 'prompts', 'prompt_versions', 'members'],
] as const

/** Copies every recording, under names that people know, and the rows that can still be read, into a folder. */
export async function exportLibrary(options: Options): Promise<Report> {
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const recordings = await copyRecordings(options)
  const rows = await exportRows(options)
  const report: Report = { recordings, rows }
  await writeFile(path.join(folder, 'export.json'), `${JSON.stringify(report, null, 2)}\n`)
  return report
}

async function copyRecordings(options: Options): Promise<number> {
  const { dataDir, folder, keys = null, onProgress } = options
  const found = await findRecordings(dataDir)
  const taken = new Set<string>()
  const all = found.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const recording of found) {
    const sidecar = await sidecarOf(recording, keys)
    const day = (sidecar?.created_at ?? recording.changedAt.toISOString()).slice(0, 10)
    const project = readableName(sidecar?.project.name ?? 'Without a project')
    const name = `${project}/${day} ${readableName(sidecar?.filename ?? recording.id)}`
    const target = path.join(folder, 'recordings', freeName(taken, name))
    await mkdir(path.dirname(target), { recursive: true })
    await copyRecording(recording.file, target, keys)
    onProgress((0.9 * (done += recording.bytes)) / Math.max(all, 1))
  }
  return found.length
}

/** Plain. Of one that is damaged, what comes before the damage. */
async function copyRecording(
  file: string,
  target: string,
  keys: RecordingKeys | null,
): Promise<void> {
  const isCopied = await withRecording(file, keys, async (recording) => {
    if (recording.isSealed) await pipeline(recording.read(), createWriteStream(target))
    return recording.isSealed
  }).catch((error: unknown) => {
    if (error instanceof SealBroken) return true
    throw error
  })
  if (isCopied !== true) await copyFile(file, target, constants.COPYFILE_FICLONE)
}

/** From a copy of the database: opening it writes, and the original stays as it was found. */
async function exportRows({ dataDir, folder, log, keys }: Options): Promise<Report['rows']> {
  const copy = await openRestoring(dataDir)
  try {
    await cp(path.join(dataDir, 'database'), path.join(copy, 'database'), { recursive: true })
    const db = await openDatabase({ dataDir: copy, log, ...(keys && { keys }) })
    try {
      // A page that is damaged reads as an empty one, so that the others can be read.
      await sql`SET zero_damaged_pages = ON`.execute(db.sql)
      return await writeTables(db.sql, path.join(folder, 'rows'))
    } finally {
      await db.close()
    }
  } catch (error) {
    if (isFullDisk(error)) throw error
    log.warn({ err: error }, 'no rows could be exported')
    return null
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function writeTables(db: Sql, folder: string): Promise<NonNullable<Report['rows']>> {
  await mkdir(folder, { recursive: true })
  const counts: NonNullable<Report['rows']> = {}
  for (const table of tables) {
    const file = await open(path.join(folder, `${table}.jsonl`), 'w', 0o600)
    try {
      counts[table] = await writeTable(db, table, file)
    } finally {
      await file.close()
    }
  }
  return counts
}

/** One row a line. */
async function writeTable(db: Sql, table: string, file: FileHandle) {
  let [read, lost] = [0, 0]
  for await (const { values, unreadable } of readByPlace(db, table, sql<unknown>`to_jsonb(t)`)) {
    for (const row of values) await file.appendFile(`${JSON.stringify(row)}\n`)
    read += values.length
    lost += unreadable.length
  }
  return { read, unreadable: lost }
}
