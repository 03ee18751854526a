/** Very many recordings on a PostgreSQL server, of words that were said in real meetings. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '../../service/core/time.ts'
import { newId } from '../../service/core/ids.ts'
import type { Db } from '../../service/db/database.ts'
import {
  insertEmbeddings,
  markEmbedded,
  selectModel,
  selectUnreadSegments,
} from '../../service/features/ask/embedding-store.ts'
import { indexSegments } from '../../service/features/search/index-content.ts'
import { runOn } from '../support/postgres.ts'
import { storeRecordings } from '../support/recordings.ts'
import { wordAt } from './library.ts'
import { say } from './report.ts'

const meetings = path.join(import.meta.dirname, '../../../shared/meetings/train.jsonl')
const [seeds, seedsAtOnce] = [2_000, 100]
const [wordsEach, wordsOfTurn] = [250, 25]

export type FilledServer = {
  recordings: number
  /** Frequent, middling and rare words, two at once, unfinished ones, and a part of many filenames. */
  queries: string[]
  questions: string[]
}

type Filling = { url: string; projectId: string; recordings: number }

/**
 * So many recordings of one project: two thousand are stored as the service stores them, the rest are copies of
 * their rows, from other days and in the order of time.
 */
export async function fillServer(
  db: Db,
  { url, projectId, recordings }: Filling,
): Promise<FilledServer> {
  await storeCalls(db, projectId, seeds)
  const copies = Math.round(recordings / seeds)
  await multiply(url, copies)
  say(`${copies * seeds} recordings`)
  const words = await readWords()
  return { recordings: copies * seeds, queries: queriesOf(words), questions: questionsOf(words) }
}

/** Recordings of 250 words each, one a minute. */
export async function storeCalls(db: Db, projectId: string, count: number): Promise<void> {
  const words = await readWords()
  let at = 0
  for (let done = 0; done < count; done += seedsAtOnce) {
    const batch = Array.from({ length: seedsAtOnce }, (_, index) => {
      at = (at + 397) % (words.length - wordsEach)
      return {
        filename: `call-${done + index}.wav`,
        text: words.slice(at, at + wordsEach).join(' '),
        createdAt: new Date(Date.UTC(2020, 0, 1) + (done + index) * 60_000),
      }
    })
    await storeSpoken(db, projectId, batch)
  }
}

type Spoken = { filename: string; text: string; createdAt: Date }

/** Recordings with what Ask keeps of them: turns, and a vector of each. */
async function storeSpoken(db: Db, projectId: string, batch: readonly Spoken[]): Promise<void> {
  const ids = await storeRecordings({ deps: { db }, clock: systemClock }, projectId, batch)
  const spoken = batch.map(({ text }, index) => ({
    content_id: ids[index],
    segments: turnsOf(text.split(' ')),
    speakers: [1, 2].map((n) => ({ id: `speaker_${n}`, label: `Speaker ${n}`, name: null })),
  }))
  const model = await selectModel(db.sql)
  await db.transaction(async (tx) => {
    await sql`UPDATE transcripts SET segments = new.segments, speakers = new.speakers
      FROM jsonb_to_recordset(${JSON.stringify(spoken)}::jsonb)
        AS new (content_id text, segments jsonb, speakers jsonb)
      WHERE transcripts.content_id = new.content_id`.execute(tx)
    for (const contentId of ids) {
      await indexSegments(tx, contentId)
      if (!model) continue
      const rows = await selectUnreadSegments(tx, contentId, wordsEach)
      const made = rows.map((row) => ({ ...row, vector: anyVector() }))
      await insertEmbeddings(tx, { modelId: model.id, contentId }, made)
      await markEmbedded(tx, contentId)
    }
  })
}

const turnsOf = (words: readonly string[]) =>
  Array.from({ length: Math.ceil(words.length / wordsOfTurn) }, (_, at) => ({
    id: newId('seg'),
    start: at * 8,
    end: at * 8 + 7.5,
    text: `${words.slice(at * wordsOfTurn, (at + 1) * wordsOfTurn).join(' ')}.`,
    speaker_id: `speaker_${(at % 2) + 1}`,
    words: [],
  }))

/** Of length one. To make those of what was said would take hours, and to compare them takes as long. */
function anyVector(): number[] {
  const values = Array.from({ length: 384 }, () => Math.random() - 0.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

export async function readWords(): Promise<string[]> {
  if (!existsSync(meetings))
    return Array.from({ length: 200_000 }, (_, at) => wordAt((at * at) % 20_000))
  const lines = (await readFile(meetings, 'utf8')).trim().split('\n')
  return lines.flatMap((line) => {
    const { turns } = JSON.parse(line) as { turns: { text: string }[] }
    return turns.flatMap(({ text }) => text.match(/[A-Za-z']{2,}/g) ?? [])
  })
}

const copiesAtOnce = 20

/** Without triggers, two at a time, and with the large indexes made at the end. */
async function multiply(url: string, copies: number): Promise<void> {
  const indexes = [
    ['search_documents_match', 'search_documents USING gin (document)'],
    ['search_documents_filename', 'search_documents USING gin (filename gin_trgm_ops)'],
    ['ask_segments_words', 'ask_segments USING gin (words)'],
  ]
  await runOn(url, `DROP INDEX ${indexes.map(([name]) => name).join()}`)
  await runOn(url, 'CREATE TABLE bench_seeds AS SELECT id, created_at FROM content')
  let next = 2
  const copyOn = async (): Promise<void> => {
    for (let from = next; from <= copies; from = next) {
      next += copiesAtOnce
      for (const statement of copy(from, Math.min(copies, from + copiesAtOnce - 1))) {
        await runOn(url, `SET session_replication_role = replica; ${statement}`)
      }
      if (from % 100 === 2) say(`${from * seeds} recordings are there`)
    }
  }
  await Promise.all([copyOn(), copyOn()])
  const makeIndex = async ([name, on]: string[]): Promise<void> => {
    await runOn(url, `CREATE INDEX ${name} ON ${on} WITH (fastupdate = off)`)
    say(`${name} is made`)
  }
  await Promise.all(indexes.map(makeIndex))
  await runOn(
    url,
    `UPDATE projects SET content_count =
      (SELECT count(*) FROM content WHERE project_id = projects.id)`,
  )
  await runOn(url, 'DROP TABLE bench_seeds')
  await runOn(url, 'VACUUM ANALYZE')
}

/** The rows of some copies; ids follow the time, as those that the service makes do. */
function copy(from: number, to: number): string[] {
  const id = (column: string) => `'cont_0' || lpad(copy::text, 4, '0') || right(${column}, 21)`
  const made = `bench_seeds seed, generate_series(${from}, ${to}) copy`
  const of = (table: string) => `${made}, LATERAL (
    SELECT * FROM ${table} WHERE content_id = seed.id) old ORDER BY copy, seed.id`
  return [
    `INSERT INTO content
        (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
      SELECT ${id('seed.id')}, project_id, filename, content_type, size_bytes, status,
        seed.created_at + copy * interval '4 days', updated_at
      FROM ${made}, content old WHERE old.id = seed.id ORDER BY copy, seed.id`,
    `INSERT INTO transcripts (content_id, version, text, word_count, language, model_used, speakers,
        segments, created_at, updated_at)
      SELECT ${id('seed.id')}, version, text, word_count, language, model_used, speakers,
        '[]', old.created_at, updated_at FROM ${of('transcripts')}`,
    `INSERT INTO search_documents
        (content_id, project_id, created_at, language, filename, body, document, ranking)
      SELECT ${id('seed.id')}, project_id, seed.created_at + copy * interval '4 days', language,
        filename, body, document, ranking FROM ${of('search_documents')}`,
    `INSERT INTO ask_segments (content_id, place, segment_id, speaker_id, start_time, end_time, text,
        language, words)
      SELECT ${id('seed.id')}, place, segment_id, speaker_id, start_time, end_time, text, language,
        ts_delete(words, seed.id) || array_to_tsvector(ARRAY[${id('seed.id')}])
      FROM ${of('ask_segments')}, place`,
    `INSERT INTO ask_embeddings (content_id, place, embedding)
      SELECT ${id('seed.id')}, place, embedding FROM ${of('ask_embeddings')}, place`,
    `INSERT INTO ask_embedded SELECT ${id('seed.id')} FROM ${of('ask_embedded')}`,
  ]
}

/** As people ask, of frequent, middling and rare words, some of which were said nowhere together. */
function questionsOf(words: readonly string[]): string[] {
  const word = wordsByRank(words)
  const kinds = ['When does', 'How much is', 'Who has', 'Why did', 'What about']
  return Array.from({ length: 60 }, (_, at) => {
    const ranks = [3, 40, 400, 2_000].map((rank) => rank + at * (rank > 100 ? 29 : 1))
    const asked = ranks.slice(at % 3, (at % 3) + 2 + (at % 2)).map(word)
    return `${kinds[at % kinds.length]} ${asked.join(' ')}?`
  })
}

function wordsByRank(words: readonly string[]): (rank: number) => string {
  const counts = new Map<string, number>()
  for (const word of words) {
    const key = word.toLowerCase()
    if (key.length > 3) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
  return (rank) => ranked[Math.min(rank, ranked.length - 1)] ?? ''
}

function queriesOf(words: readonly string[]): string[] {
  const word = wordsByRank(words)
  return [
    ...[0, 5, 20, 60, 200, 1_000, 5_000].map(word),
    ...[10, 300].map((rank) => `${word(rank)} ${word(rank + 7)}`),
    `"${words.slice(1_000, 1_003).join(' ')}"`,
    word(40).slice(0, 4),
    word(2_000).slice(0, 6),
    'call-1',
  ]
}
