/**
 * How long a question takes over 1,000 recordings of 1,000 words each, over HTTP and without a model:
 * `npx node test/bench/ask-speed.ts [recordings] [words]`. Also what storing a transcript costs more.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { indexSegments } from '../../service/features/search/index-content.ts'
import { newId } from '../../service/core/ids.ts'
import type { OpenedDb } from '../../service/db/open-database.ts'
import type { Project } from '../support/path-client.ts'
import { startMeasuredService } from '../support/service-process.ts'
import { openLibrary, wordAt } from './library.ts'
import { quantile } from './report.ts'

const [recordings = 1_000, words = 1_000] = process.argv.slice(2).map(Number)
const perSegment = 12
const vocabulary = 20_000

let seed = 4
/** The same numbers between 0 and 1 at each run. */
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const anyWord = () => wordAt(Math.floor(vocabulary ** random()))

function segmentsOf() {
  return Array.from({ length: Math.ceil(words / perSegment) }, (_, index) => {
    const text = Array.from({ length: perSegment }, anyWord)
    return {
      id: newId('seg'),
      start: index * 5,
      end: index * 5 + 4.8,
      text: `${text.join(' ')}.`,
      speaker_id: `speaker_${(index % 2) + 1}`,
      words: text.map((word, at) => ({
        text: word,
        start: index * 5 + at * 0.4,
        end: 0,
        confidence: 1,
      })),
    }
  })
}

async function addRecording(
  { sql: db }: OpenedDb,
  projectId: string,
  { isIndexed }: { isIndexed: boolean },
): Promise<number> {
  const [id, now, segments] = [newId('cont'), new Date(), segmentsOf()]
  await db
    .insertInto('content')
    .values({
      id,
      project_id: projectId,
      filename: `${anyWord()}.wav`,
      content_type: 'audio/wav',
      size_bytes: 1,
      status: 'completed',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const row = {
    content_id: id,
    version: 1,
    text: segments.map(({ text }) => text).join(' '),
    word_count: words,
    language: 'en',
    model_used: 'bench',
    speakers: JSON.stringify(
      [1, 2].map((n) => ({ id: `speaker_${n}`, label: `Speaker ${n}`, name: null })),
    ),
    segments: JSON.stringify(segments),
    created_at: now,
    updated_at: now,
  }
  const from = performance.now()
  await db.insertInto('transcripts').values(row).execute()
  if (isIndexed) await indexSegments(db, id)
  return performance.now() - from
}

/** Frequent, middling and rare words, two to four in a question, some of them said nowhere. */
const questions = Array.from({ length: 200 }, (_, index) => {
  const kinds = ['When does', 'How much is', 'Who has', 'Why did', 'What about']
  const asked = Array.from({ length: 2 + (index % 3) }, anyWord)
  return `${kinds[index % kinds.length]} ${asked.join(' ')}?`
})

const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-ask-'))
const first = await startMeasuredService(dataDir)
const project = await first.client.post<Project>('/v1/projects', { name: 'Library' })
await first.stop()
const db = await openLibrary(dataDir)
const stored: number[] = []
for (let done = 0; done < recordings; done++)
  stored.push(await addRecording(db, project.id, { isIndexed: true }))
const bare: number[] = []
for (let done = 0; done < 20; done++) {
  bare.push(await addRecording(db, project.id, { isIndexed: false }))
}
const { rows } = await sql<{ size: string; segments: string }>`
  select pg_size_pretty(pg_total_relation_size('ask_segments')) as size, count(*) as segments
  from ask_segments`.execute(db.sql)
await db.close()

const service = await startMeasuredService(dataDir)
const times: number[] = []
let found = 0
for (const [round, question] of [...questions, ...questions].entries()) {
  const from = performance.now()
  const response = await fetch(`${service.baseUrl}/v1/projects/${project.id}/ask`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  })
  const { data } = (await response.json()) as { data: { is_found: boolean } }
  // The first round warms up.
  if (round < questions.length) continue
  times.push(performance.now() - from)
  if (data.is_found) found += 1
}
await service.stop()
await rm(dataDir, { recursive: true, force: true })
const at = (all: number[], share: number) => `${quantile(all, share).toFixed(1)} ms`
process.stdout.write(
  `${recordings} recordings of ${words} words: ${rows[0]?.segments} segments, ${rows[0]?.size}\n` +
    `question: p50 ${at(times, 0.5)}, p95 ${at(times, 0.95)}, p99 ${at(times, 0.99)}; ` +
    `${found} of ${questions.length} found\n` +
    `storing a transcript: p50 ${at(stored, 0.5)}, without this index ${at(bare, 0.5)}\n`,
)
