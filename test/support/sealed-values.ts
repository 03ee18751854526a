import { sql } from 'kysely'
import { deriveKeys, unseal } from '../../service/core/secrets.ts'
import type { Sql } from '../../service/db/database.ts'

/** Where in the database, in whatever table, something lies that a key derived from the secret opens. */
export async function findSealed(handle: Sql, secret: Buffer): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(handle)
  const keys = Object.entries(deriveKeys(secret))
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(each) AS row FROM ${sql.table(name)} AS each`.execute(handle)
    const texts = rows.flatMap(({ row }) => textsOf(row))
    for (const [purpose, key] of keys) {
      const opened = texts.filter(([, text]) => opens(key, text))
      found.push(...opened.map(([column]) => `${name}.${column}: ${purpose}`))
    }
  }
  return [...new Set(found)].toSorted()
}

/** All texts of a row, also those within JSON, by their column. */
const textsOf = (row: Record<string, unknown>): [string, string][] =>
  Object.entries(row).flatMap(([column, value]) =>
    leavesOf(value).map((text): [string, string] => [column, text]),
  )

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

function opens(key: Buffer, text: string): boolean {
  try {
    unseal(key, text)
    return true
  } catch {
    return false
  }
}
