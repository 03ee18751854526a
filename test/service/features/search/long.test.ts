// A transcript of many hours is read for search in steps, each of which is short for whoever asks meanwhile.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunksOf } from '../../../../service/features/search/steps.ts'
import { toIndexText } from '../../../../service/features/search/words.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let project: string
let id: string
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: '100' } })
  project = (await givenProject(app)).id
  id = await givenRecording(app, project, {
    ...{ filename: 'day.vtt', content_type: 'text/vtt' },
    bytes: Buffer.from(`WEBVTT\n\n${Array.from({ length: 210 }, cue).join('')}`),
  })
})
afterAll(() => app.stop())

/** Each with half a thousand characters; the first and the last of two people say something of their own. */
function cue(_: unknown, index: number): string {
  const seconds = (at: number) => new Date(at * 1_000).toISOString().slice(11, 23)
  const own = { 0: 'aardvark', 208: 'zeppelin', 209: 'windmill' }[index] ?? 'nothing'
  const text = `${own} ${'we went on with it and so on '.repeat(18)}`
  return `${seconds(index * 5)} --> ${seconds(index * 5 + 5)}\n<v ${index % 2 ? 'Mary' : 'Paul'}>${text}\n\n`
}

const path = () => `/v1/projects/${project}/content/${id}`
async function find(q: string, more = {}) {
  const query = new URLSearchParams({ q, project_id: project, include: 'moments', ...more })
  const { body } = await app.call('GET', `/v1/search/content?${query}`)
  return body.data
}

test('a long transcript is found by its first and its last words, lines and speakers', async () => {
  for (const word of ['aardvark', 'zeppelin', 'windmill']) {
    const [hit] = await find(word)
    expect(hit?.id, word).toBe(id)
    expect(hit.highlight).toContain(`<mark>${word}</mark>`)
    expect(hit.moments).toHaveLength(1)
  }
  expect(await find('zeppelin', { speaker: 'Paul' })).toHaveLength(1)
  expect(await find('zeppelin', { speaker: 'Mary' })).toEqual([])
  const body = { question: 'Who went by zeppelin?' }
  const { quotes } = (await app.call('POST', `/v1/projects/${project}/ask`, { body })).body.data
  expect(quotes[0]?.content_id).toBe(id)
})

test('a new title, name or note reads none of it again, a correction all', async () => {
  await app.call('PATCH', path(), { body: { title: 'Expedition' } })
  expect(await find('expedition')).toHaveLength(1)
  expect(await find('zeppelin')).toHaveLength(1)
  const { segments, speakers } = (await app.call('GET', `${path()}/transcript`)).body.data
  const paul = speakers.find(({ name }: { name: string }) => name === 'Paul')
  await app.call('PATCH', `${path()}/transcript/speakers/${paul.id}`, { body: { name: 'Peter' } })
  await app.idle()
  expect(await find('zeppelin', { speaker: 'Peter' })).toHaveLength(1)
  const url = `${path()}/transcript/segments/${segments[208].id}`
  expect((await app.call('PATCH', url, { body: { text: 'By balloon.' } })).status).toBe(200)
  await app.idle()
  expect(await find('zeppelin')).toEqual([])
  expect((await find('balloon'))[0]?.moments).toHaveLength(1)
  expect(await find('windmill')).toHaveLength(1)
})

test('its segments are given to the database in chunks, of which nothing is left', async () => {
  const { sql: db } = app.deps.db
  await sql`CREATE TABLE chunks (length integer, content_id text)`.execute(db)
  await sql`CREATE FUNCTION note_chunk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chunks VALUES (length(new.value::text), new.content_id); RETURN new; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER note_chunk BEFORE INSERT ON transcription_parts FOR EACH ROW
    WHEN (new.key LIKE 'segments:%') EXECUTE FUNCTION note_chunk()`.execute(db)
  const cues = Array.from({ length: 270 }, cue)
  const long = await givenRecording(app, (await givenProject(app)).id, {
    ...{ filename: 'night.vtt', content_type: 'text/vtt' },
    bytes: Buffer.from(`WEBVTT\n\n${cues.join('')}`),
  })
  const { rows } = await sql<{ length: number }>`SELECT length FROM chunks`.execute(db)
  const [stored] = await db
    .selectFrom('transcripts')
    .where('content_id', '=', long)
    .selectAll()
    .execute()
  expect(stored?.segments.map(({ text }) => text.split(' ')[0])).toEqual(
    cues.map((text) => /<v \w+>(\w+)/.exec(text)?.[1]),
  )
  // A server has other connections for whoever asks meanwhile.
  if (app.deps.db.isShared) return expect(rows).toEqual([])
  // Three chunks, and two of them put together. As a text the database has blanks in its JSON.
  expect(rows).toHaveLength(4)
  for (const { length } of rows.slice(0, 3)) expect(length).toBeLessThan(1_300_000)
  return expect(await db.selectFrom('transcription_parts').select('key').execute()).toEqual([])
})

test.each([
  ['one word', 'a'.repeat(400_000)],
  ['hyphens', 'a-'.repeat(200_000)],
  ['addresses', 'a.b/c@d'.repeat(50_000)],
  ['signs', '&'.repeat(400_000)],
  ['numbers', '1,000'.repeat(80_000)],
  ['Chinese', '会议纪要'.repeat(30_000)],
  ['words that are all different', Array.from({ length: 60_000 }, (_, at) => `w${at}`).join(' ')],
])('what the database reads at once is bounded: %s', async (_, text) => {
  let whole = 0
  for await (const chunk of chunksOf(text, toIndexText)) {
    expect(chunk.length).toBeLessThan(160_000)
    const longest = chunk.split(/\s+/).reduce((most, word) => Math.max(most, word.length), 0)
    expect(longest).toBeLessThan(201)
    whole += chunk.length
  }
  // Of different words a vector takes only so many.
  if (text.startsWith('w0 ')) expect(whole).toBeLessThan(text.length * 0.7)
})
