import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { createLog } from '../../service/core/log.ts'
import { type OpenedDb, openDatabase } from '../../service/db/database.ts'

/**
 * A process for tests that race or kill owners of a data folder: told by lines on stdin what to do
 * with the folder named by its argument, it answers with lines of JSON.
 */
const dataDir = process.argv[2] ?? ''
let db: OpenedDb | undefined

const say = (fact: object): void => void process.stdout.write(`${JSON.stringify(fact)}\n`)

async function open(): Promise<void> {
  const start = performance.now()
  try {
    db = await openDatabase({ dataDir, log: createLog('silent') })
    say({ type: 'opened', ms: performance.now() - start })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    say({ type: 'refused', name, message, ms: performance.now() - start })
  }
}

/** Commits number after number and says each once it is acknowledged, until it is killed. */
async function write(): Promise<void> {
  if (!db) throw new Error('not open')
  await sql`create table if not exists written (n integer primary key)`.execute(db.sql)
  const { rows } = await sql<{ n: number | null }>`select max(n) as n from written`.execute(db.sql)
  say({ type: 'found', n: rows[0]?.n ?? 0 })
  for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
    await db.transaction((tx) => sql`insert into written values (${n})`.execute(tx))
    say({ type: 'acknowledged', n })
  }
}

async function close(): Promise<void> {
  await db?.close()
  db = undefined
  say({ type: 'closed' })
}

const commands: Record<string, () => Promise<void>> = { open, write, close }
say({ type: 'ready' })
for await (const line of createInterface({ input: process.stdin })) await commands[line]?.()
await db?.close()
