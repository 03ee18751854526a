import { sql } from 'kysely'
import { openDatabase, type OpenedDb } from '../../service/db/open-database.ts'
import type { Tx } from '../../service/db/database.ts'
import { systemClock } from '../../service/core/time.ts'
import { createLog } from '../../service/core/log.ts'
import { storeRecordings } from '../support/recordings.ts'

const [seeds, copies, words] = [500, 20, 1_000]
const vocabulary = 20_000

/** Opens the data folder of a stopped service. */
export const openLibrary = (dataDir: string): Promise<OpenedDb> =>
  openDatabase({ dataDir, log: createLog('silent') })

/**
 * 10,000 recordings of 1,000 words each: a twentieth of them made, the rest copies, so that it takes
 * seconds and not minutes. Words are as frequent as in speech (Zipf's law).
 */
export async function fillLibrary(db: OpenedDb, projectId: string): Promise<void> {
  const random = numbers()
  for (let done = 0; done < seeds; done += 100) {
    const recordings = Array.from({ length: 100 }, (_, index) => ({
      filename: `call-${done + index}.wav`,
      text: Array.from({ length: words }, () => wordOf(random())).join(' '),
      createdAt: new Date(Date.UTC(2026, 0, 1) + (done + index) * 60_000),
    }))
    await storeRecordings({ deps: { db }, clock: systemClock }, projectId, recordings)
  }
  await db.transaction(multiply)
  // As in a library that has been open for a day: nothing is made in the background while it is measured.
  await sql`INSERT INTO ask_embedded SELECT content_id FROM transcripts`.execute(db.sql)
  await sql`vacuum analyze`.execute(db.sql)
}

/** The word of a rank drawn by Zipf's law: few words are said in every call, most are rare. */
const wordOf = (share: number) => wordAt(Math.floor(vocabulary ** share))

/** The word of a rank; the most frequent ones are no stop words, so that all count. */
export function wordAt(rank: number): string {
  const syllables = ['ka', 'lo', 'mi', 'ne', 'pu', 'ra', 'so', 'ti', 'vu', 'ze', 'ba', 'do']
  let word = ''
  for (let rest = rank + 144; rest > 0; rest = Math.floor(rest / 12)) word += syllables[rest % 12]
  return word
}

async function multiply(tx: Tx): Promise<void> {
  await sql`
    insert into content
      (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
    select id || copy, project_id, filename, content_type, size_bytes, status,
      created_at - copy * interval '1 day', updated_at
    from content, generate_series(2, ${copies}::integer) copy`.execute(tx)
  await sql`
    insert into search_documents
      (content_id, project_id, created_at, language, filename, body, document, ranking)
    select content_id || copy, project_id, created_at - copy * interval '1 day', language,
      filename, body, document, ranking
    from search_documents, generate_series(2, ${copies}::integer) copy`.execute(tx)
}

/** The same numbers between 0 and 1 at each run (mulberry32). */
function numbers(seed = 4): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
