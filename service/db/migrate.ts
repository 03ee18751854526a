import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const folder = path.join(import.meta.dirname, 'migrations')

const isStep = (name: string): boolean => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)

/** From this step on every table's rows are counted, those of tables that a step makes as well. */
const countsRows = '0032-row-counts.sql'

export type Migration = { name: string; sha256: string; text: string }

/** The steps in their order, read from the numbered files. */
export async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter(isStep).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(from, name), 'utf8')
      // Line ends are not part of a step: a checkout on Windows may change them.
      const sha256 = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name, sha256, text }
    }),
  )
}

/**
 * Applies each step once, in order, in its own transaction; forward only. Refuses to start where
 * history differs: an applied file that is missing or changed, or a new one between applied ones.
 */
export async function migrate(
  db: Pick<Db, 'sql' | 'transaction' | 'isShared'>,
  steps?: Migration[],
): Promise<void> {
  if (!db.isShared) return applyNew(db, steps)
  // Of several processes that start, one migrates; held by a connection of its own.
  await db.sql.connection().execute(async (held) => {
    await sql`SET statement_timeout = 0`.execute(held)
    await sql`SELECT pg_advisory_lock(hashtext('earshot.migrate'))`.execute(held)
    try {
      await applyNew(db, steps)
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('earshot.migrate'))`.execute(held)
      await sql`RESET statement_timeout`.execute(held)
    }
  })
}

type Migrated = Pick<Db, 'sql' | 'transaction' | 'isShared'>

async function applyNew(db: Migrated, steps?: Migration[]): Promise<void> {
  const all = steps ?? (await readMigrations())
  const applied = await readApplied(db)
  // An upgrade is under way, and this is the version before: steps only add what it leaves alone.
  const isAhead = db.isShared && applied.length > all.length
  if (isAhead) applied.length = all.length
  for (const [index, done] of applied.entries()) {
    const step = all[index]
    if (step?.name !== done.name) {
      const found = step ? `${step.name} stands` : 'nothing stands'
      throw new Error(`Migrations: ${done.name} was applied here, but ${found} in its place.`)
    }
    if (step.sha256 !== done.sha256) {
      throw new Error(`Migrations: ${done.name} was changed after it was applied.`)
    }
  }
  for (const { name, sha256, text } of all.slice(applied.length)) {
    await db.transaction(async (tx) => {
      if (db.isShared) await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      // No parameters: the driver then sends the whole file, with its many statements, at once.
      await sql.raw(db.isShared ? withoutChecks(text) : text).execute(tx)
      await sql`INSERT INTO migrations (name, sha256) VALUES (${name}, ${sha256})`.execute(tx)
      if (name >= countsRows && !db.isShared) await sql`SELECT count_new_tables()`.execute(tx)
    })
  }
}

/** A server has its own means against damage of its files; only its superuser could create these. */
const withoutChecks = (text: string): string =>
  text.replaceAll(/^CREATE EXTENSION IF NOT EXISTS (?:amcheck|pageinspect);$/gm, '')

/** The steps of this version that the database lacks. It may have more: those of a newer version beside this one. */
export async function listMissing({ sql: handle }: Pick<Db, 'sql'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(handle)
  const applied = new Set(rows.map(({ name }) => name))
  return (await readdir(folder)).filter((name) => isStep(name) && !applied.has(name))
}

/** Whether the database has the steps of this version, no fewer and no more. */
export async function isOfThisVersion(db: Pick<Db, 'sql'>): Promise<boolean> {
  const [steps, applied] = await Promise.all([readMigrations(), readApplied(db)])
  return (
    steps.length === applied.length && steps.every(({ name }, at) => name === applied[at]?.name)
  )
}

/** How many steps a start is about to apply to a library that holds something. */
export async function countPending(db: Pick<Db, 'sql'>): Promise<number> {
  const { length } = await readApplied(db)
  const { rows } = await sql<{ has_projects: boolean }>`
    SELECT to_regclass('projects') IS NOT NULL AS has_projects`.execute(db.sql)
  if (rows[0]?.has_projects !== true) return 0
  const found = await sql`SELECT 1 FROM projects LIMIT 1`.execute(db.sql)
  return found.rows.length === 0 ? 0 : (await readMigrations()).length - length
}

async function readApplied(db: Pick<Db, 'sql'>): Promise<{ name: string; sha256: string }[]> {
  await sql`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db.sql)
  const found = await sql<{ name: string; sha256: string }>`
    SELECT name, sha256 FROM migrations ORDER BY name`.execute(db.sql)
  return found.rows
}
