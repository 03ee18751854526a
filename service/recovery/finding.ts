import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../blobs/durable-file.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { minute } from '../core/time.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import {
  DatabaseAborted,
  DatabaseDamaged,
  DatabaseKeysMismatch,
  RowsLost,
  SecretKeyUnusable,
} from '../db/open-errors.ts'
import { LibraryKeyDamaged } from '../encryption/library-key.ts'

/** What of a library cannot be used: its database, rows of it, the same because it ends again and again, or a key. */
export const damageKinds = [
  'database',
  'lost_rows',
  'database_ends',
  'secret_key',
  'library_key',
] as const
export type DamageKind = (typeof damageKinds)[number]

/** Why the library is not opened. In `recovery.json`, so that the next start does not try again by itself. */
export type Finding = {
  format: 1
  kind: DamageKind
  /** ISO 8601. */
  found_at: string
  /** In the words of the program that met it: for the log, never for a person. */
  reason: string
}

const findingName = 'recovery.json'
const abortsName = 'database-aborts.json'
/** They go aside with what they are about (swap.ts). */
export const findingFiles = [findingName, abortsName] as const
const at = (dataDir: string, name: string): string => path.join(dataDir, name)

/** Null where the library is thought to be whole. */
export async function readFinding(dataDir: string): Promise<Finding | null> {
  const text = await readFile(at(dataDir, findingName), 'utf8').catch(() => null)
  const found = text === null ? null : parse(text)
  // Damaged itself: opening the library tells whether there is anything to it.
  return isFinding(found) ? found : null
}

export async function writeFinding(dataDir: string, finding: Finding): Promise<void> {
  const part = at(dataDir, `${findingName}.part`)
  await rm(part, { force: true })
  await writeFlushed(part, `${JSON.stringify(finding, null, 2)}\n`)
  await rename(part, at(dataDir, findingName))
  await syncFolder(dataDir)
}

export async function forgetFinding(dataDir: string): Promise<void> {
  for (const name of findingFiles) await rm(at(dataDir, name), { force: true })
}

export function toFinding(damaged: DatabaseDamaged, now: Date): Finding
/** What an error of a start says of the library; null where it is about something else. */
export function toFinding(error: unknown, now: Date): Finding | null
export function toFinding(error: unknown, now: Date): Finding | null {
  const kind = kindOf(error)
  if (kind === null) return null
  const reason = error instanceof DatabaseDamaged ? error.reason : String(error)
  return { format: 1, kind, found_at: now.toISOString(), reason }
}

function kindOf(error: unknown): DamageKind | null {
  if (error instanceof SecretKeyUnusable) return 'secret_key'
  if (error instanceof LibraryKeyDamaged || error instanceof DatabaseKeysMismatch)
    return 'library_key'
  if (error instanceof RowsLost) return 'lost_rows'
  const isOfDatabase = error instanceof DatabaseDamaged || error instanceof DatabaseAborted
  return isOfDatabase || isRefusal(error) ? 'database' : null
}

/**
 * PostgreSQL refused a statement of the start. Those are always the same, and right for a database that is as
 * it was left; but a full disk (53), a server that ends (57) and a lost connection (08) are no damage.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error
  return isState ? !/^(08|53|57)/.test(code) : isRefusal(error.cause)
}

/** As the shell, which restarts a service three times within a minute (reliability.md PG-10). */
const mostAborts = 3

/** At once and without waiting: the process ends with the next line. */
export function noteAbort(dataDir: string, now: Date): void {
  try {
    writeFileSync(at(dataDir, abortsName), JSON.stringify([...recentAborts(dataDir, now), now]))
  } catch (error) {
    // Then it is the disk that ended it.
    if (!isFullDisk(error)) throw error
  }
}

/** A database that ended three times within a minute is not opened a fourth time. */
export function endsAgainAndAgain(dataDir: string, now: Date): Finding | null {
  if (recentAborts(dataDir, now).length < mostAborts) return null
  const reason = `the database ended ${mostAborts} times within a minute`
  return { format: 1, kind: 'database_ends', found_at: now.toISOString(), reason }
}

function recentAborts(dataDir: string, now: Date): string[] {
  const file = at(dataDir, abortsName)
  const times = readTimes(file)
  return times.filter((time) => now.getTime() - Date.parse(time) < minute)
}

/** None where it cannot be read: opening the library tells whether it ends. */
function readTimes(file: string): string[] {
  try {
    const found = existsSync(file) ? parse(readFileSync(file, 'utf8')) : []
    return Array.isArray(found) ? found.map(String) : []
  } catch {
    return []
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  damageKinds.some((kind) => kind === value.kind) &&
  'found_at' in value &&
  typeof value.found_at === 'string'
