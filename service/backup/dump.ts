import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Db, Tx } from '../db/database.ts'
import { createSealing } from '../encryption/sealed-file.ts'
import { tableFile, type Manifest, type Table } from './manifest.ts'
import {
  listApplied,
  listSequences,
  listTables,
  readLines,
  type Omission,
  type StoredTable,
} from './read-tables.ts'

export type DumpOptions = {
  /** Rows that are no part of a backup. */
  omit: readonly Omission[]
  /** Seals the tables; without it they are plain. */
  key?: Buffer | undefined
  /** From 0 to 1. */
  onProgress?: (share: number) => void
}

/** What a dump adds to the manifest. */
export type Dumped = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>

/**
 * Writes every table into `folder/tables`, as it is at one moment, in pages of a few megabytes. The
 * transaction stays open for as long as that takes: `db` is a snapshot, or has nothing else to do.
 */
export async function dumpTables(
  db: Db,
  folder: string,
  { omit, key, onProgress = () => {} }: DumpOptions,
): Promise<Dumped> {
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 })
  return db.transaction(async (tx) => {
    const stored = await listTables(tx)
    const tables: Table[] = []
    for (const table of stored) {
      const where = conditionOf(table, omit)
      if (where !== undefined) {
        const file = path.join(folder, tableFile(table.name, { isSealed: key !== undefined }))
        const zipped = createGzip({ level: 4 })
        const written = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
        const sealing = key ? [createSealing(key)] : []
        const pass = (lines: Readable) => pipeline([lines, zipped, ...sealing, written])
        tables.push(await passRows(tx, table, where, pass))
      }
      onProgress((stored.indexOf(table) + 1) / stored.length)
    }
    return { migrations: await listApplied(tx), tables, sequences: await listSequences(tx) }
  })
}

/** The tables as a dump would have them, without writing any. */
export function hashTables(db: Db): Promise<Table[]> {
  return db.transaction(async (tx) => {
    const tables: Table[] = []
    for (const table of await listTables(tx)) {
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      tables.push(await passRows(tx, table, null, (lines) => pipeline(lines, nowhere)))
    }
    return tables
  })
}

/** Which rows to keep; null keeps all, and undefined leaves out the table's rows altogether. */
function conditionOf({ name }: StoredTable, omit: readonly Omission[]): string | null | undefined {
  const found = omit.find(({ table }) => table === name)
  if (!found) return null
  return found.where === null ? undefined : `NOT (${found.where})`
}

async function passRows(
  tx: Tx,
  table: StoredTable,
  where: string | null,
  pass: (lines: Readable) => Promise<void>,
): Promise<Table> {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  async function* pages(): AsyncGenerator<Buffer> {
    for await (const page of readLines(tx, table, where)) {
      const chunk = Buffer.from(page.lines)
      hash.update(chunk)
      rows += page.rows
      bytes += chunk.length
      yield chunk
    }
  }
  await pass(Readable.from(pages()))
  const { name, columns } = table
  return { name, columns, rows, bytes, sha256: hash.digest('hex') }
}
