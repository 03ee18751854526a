/** Insights of a project of ten thousand analysed recordings on a PostgreSQL server, when one more is analysed. */
import { sql } from 'kysely'
import { newId } from '../../service/core/ids.ts'
import { day, plusMs, systemClock } from '../../service/core/time.ts'
import type { Db } from '../../service/db/database.ts'
import { openStream } from '../support/event-stream.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { storeRecordings } from '../support/recordings.ts'
import { add, addLimit, median, say } from './report.ts'

const [recordings, atOnce, days] = [10_000, 500, 90]
const moods = ['positive', 'neutral', 'negative', 'mixed']

/** Recordings of the last ninety days with what a prompt found in each: few themes are frequent, tasks are single. */
export async function fillAnalysed(db: Db, projectId: string, words: readonly string[]) {
  const resultOf = resultsFrom(words)
  const now = new Date()
  for (let done = 0; done < recordings; done += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, index) => ({
      id: newId('cont'),
      analysis: newId('ana'),
      at: plusMs(now, (-(done + index + 1) / recordings) * days * day),
      text: words.slice((done + index) * 7, (done + index) * 7 + 100).join(' '),
      result: resultOf(done + index),
    }))
    await sql`
      WITH new AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS new (id text, analysis text, at timestamptz, text text, result json)),
      recordings AS (
        INSERT INTO content
          (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
        SELECT id, ${projectId}, 'call.wav', 'audio/wav', 1, 'completed', at, at FROM new),
      said AS (
        INSERT INTO transcripts (content_id, version, text, word_count, language, model_used,
          speakers, segments, created_at, updated_at)
        SELECT id, 1, text, 100, 'en', 'bench', '[]', '[]', at, at FROM new)
      INSERT INTO analyses (id, content_id, project_id, prompt_id, prompt_name, prompt_version,
        transcript_version, version, status, result, created_at)
      SELECT analysis, id, ${projectId}, 'prompt_bench', 'Bench', 1, 1, 1, 'completed', result, at
      FROM new`.execute(db.sql)
  }
  await sql`INSERT INTO ask_embedded SELECT id FROM content WHERE project_id = ${projectId}`.execute(
    db.sql,
  )
  await sql`VACUUM ANALYZE analysis_runs`.execute(db.sql)
  await sql`ANALYZE content, transcripts`.execute(db.sql)
}

function resultsFrom(words: readonly string[]): (recording: number) => Record<string, unknown> {
  // The same numbers at each run, and phrases as frequent as words are.
  let seed = 7
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const phrase = (at: number, length: number) =>
    words.slice(at % (words.length - length), (at % (words.length - length)) + length).join(' ')
  const known = (pool: number, length: number) => phrase(Math.floor(pool ** random()) * 31, length)
  const any = (length: number) => phrase(Math.floor(random() * words.length), length)
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  return (recording) => ({
    key_topics: many(5, () => known(3_000, 3)),
    sentiment: moods[recording % moods.length],
    action_items: many(3, () => ({ task: any(8), owner: known(20, 1), due: null })),
    objections: many(recording % 2, () => ({ objection: known(500, 6), response: null })),
    open_questions: many(2, () => any(9)),
  })
}

type Measured = {
  db: Db
  projectId: string
  words: readonly string[]
  /** Processes, and the seconds of processor time that each had so far. */
  parts?: Record<string, () => Promise<number>>
}

/** One more recording is analysed: until the project's insights have it. */
export async function measureInsights(
  service: ServiceProcess,
  { db, projectId, words, parts = {} }: Measured,
): Promise<void> {
  const address = `/v1/projects/${projectId}/insights`
  const resultOf = resultsFrom(words.toReversed())
  const stream = await openStream(
    { baseUrl: service.baseUrl, sessionToken: service.token },
    '?event=project_insights.completed',
  )
  const refresh = async (): Promise<number> => {
    const from = performance.now()
    const body = { lookback_days: days }
    const { insights_id: id } = await service.client.post<{ insights_id: string }>(
      `${address}/generate`,
      body,
    )
    await stream.until(() => stream.events.some(({ data }) => data.includes(id)))
    return performance.now() - from
  }
  const whole = await refresh()
  say(`insights of ${recordings} recordings for the first time: ${(whole / 1_000).toFixed(1)} s`)
  const times: number[] = []
  const costs = Object.entries(parts).map(([name, read]) => ({ name, read, seconds: [0].slice(1) }))
  for (let round = 0; round < 7; round += 1) {
    const recording = { filename: 'new.wav', text: 'One more.', result: resultOf(round) }
    await storeRecordings({ deps: { db }, clock: systemClock }, projectId, [recording])
    const before = await Promise.all(costs.map(({ read }) => read()))
    times.push(await refresh())
    for (const [at, { read, seconds }] of costs.entries()) {
      seconds.push((await read()) - (before[at] ?? 0))
    }
  }
  say(`one more: ${times.map((time) => `${(time / 1_000).toFixed(2)} s`).join(', ')}`)
  addLimit(
    `server: insights of ${recordings.toLocaleString('en')} recordings, one more`,
    median(times),
    2_000,
    (value) => `${(value / 1_000).toFixed(2)} s`,
  )
  for (const { name, seconds } of costs) {
    add(`  processor time, ${name}`, `${median(seconds).toFixed(2)} s`)
  }
  stream.close()
}
