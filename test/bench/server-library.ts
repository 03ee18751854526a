/** Very many recordings on a PostgreSQL server, of words that were said in real meetings. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '../../service/core/time.ts'
import type { Db } from '../../service/db/database.ts'
import { runOn } from '../support/postgres.ts'
import { storeRecordings } from '../support/recordings.ts'
import { wordAt } from './library.ts'
import { say } from './report.ts'

const meetings = path.join(import.meta.dirname, '../../../shared/meetings/train.jsonl')
const [seeds, wordsEach] = [2_000, 250]

export type FilledServer = {
  recordings: number
  /** Frequent, middling and rare words, two at once, unfinished ones, and a part of many filenames. */
  queries: string[]
}

type Filling = { url: string; projectId: string; recordings: number }

/**
 * So many recordings of one project: two thousand are stored as the service stores them, the rest are copies of
 * their rows, from other days.
 */
export async function fillServer(
  db: Db,
  { url, projectId, recordings }: Filling,
): Promise<FilledServer> {
  const words = await readWords()
  let at = 0
  for (let done = 0; done < seeds; done += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => {
      at = (at + 397) % (words.length - wordsEach)
      return {
        filename: `call-${done + index}.wav`,
        text: words.slice(at, at + wordsEach).join(' '),
        createdAt: new Date(Date.UTC(2020, 0, 1) + (done + index) * 60_000),
      }
    })
    await storeRecordings({ deps: { db }, clock: systemClock }, projectId, batch)
  }
  const copies = Math.round(recordings / seeds)
  for (const statement of multiply(copies)) await runOn(url, statement)
  await sql`INSERT INTO ask_embedded SELECT content_id FROM transcripts`.execute(db.sql)
  await runOn(url, 'VACUUM ANALYZE')
  say(`${copies * seeds} recordings`)
  return { recordings: copies * seeds, queries: queriesOf(words) }
}

async function readWords(): Promise<string[]> {
  if (!existsSync(meetings))
    return Array.from({ length: 200_000 }, (_, at) => wordAt((at * at) % 20_000))
  const lines = (await readFile(meetings, 'utf8')).trim().split('\n')
  return lines.flatMap((line) => {
    const { turns } = JSON.parse(line) as { turns: { text: string }[] }
    return turns.flatMap(({ text }) => text.match(/[A-Za-z']{2,}/g) ?? [])
  })
}

/** Without triggers, and with the large indexes made at the end. */
function multiply(copies: number): string[] {
  const quietly = 'SET session_replication_role = replica'
  return [
    'DROP INDEX search_documents_match, search_documents_filename',
    `${quietly};
      INSERT INTO content
        (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
      SELECT id || copy, project_id, filename, content_type, size_bytes, status,
        date_trunc('milliseconds', created_at + (copy + random()) * interval '4 days'), updated_at
      FROM content, generate_series(2, ${copies}) copy`,
    `${quietly};
      INSERT INTO search_documents
        (content_id, project_id, created_at, language, filename, body, document, ranking)
      SELECT content.id, content.project_id, content.created_at, old.language, old.filename, old.body,
        old.document, old.ranking
      FROM search_documents old, generate_series(2, ${copies}) copy, content
      WHERE content.id = old.content_id || copy`,
    `CREATE INDEX search_documents_match ON search_documents
      USING gin (document) WITH (fastupdate = off)`,
    `CREATE INDEX search_documents_filename ON search_documents
      USING gin (filename gin_trgm_ops) WITH (fastupdate = off)`,
  ]
}

function queriesOf(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) {
    const key = word.toLowerCase()
    if (key.length > 3) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
  const word = (rank: number) => ranked[Math.min(rank, ranked.length - 1)] ?? ''
  return [
    ...[0, 5, 20, 60, 200, 1_000, 5_000].map(word),
    ...[10, 300].map((rank) => `${word(rank)} ${word(rank + 7)}`),
    `"${words.slice(1_000, 1_003).join(' ')}"`,
    word(40).slice(0, 4),
    word(2_000).slice(0, 6),
    'call-1',
  ]
}
