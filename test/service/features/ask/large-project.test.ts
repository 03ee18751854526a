import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeEmbeddingModel } from '../../../../service/features/ask/embedding.ts'
import { indexSegments } from '../../../../service/features/search/index-content.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedEmbedder } from '../../../support/embedder.ts'
import { scriptedWriter } from '../../../support/engine.ts'
import { givenProject } from '../../../support/factory.ts'
import { storeRecordings } from '../../../support/recordings.ts'

/** More than the newest that are always looked through. */
const recordings = 230
/** What is special about some of them, by their place; 0 is the newest. */
const said: Record<number, string[]> = {
  0: ['Then we shall have tea.', 'The coffee machine is broken again.'],
  225: ['We have a zeppelin.', 'Its budget is forty euros.', 'That is little.'],
}
const everywhere = ['The budget of the project is on the list.', 'The project goes on.', 'Goodbye.']

let app: TestApp
let projectId: string
let ids: string[]
beforeAll(async () => {
  app = await startTestApp({
    embedder: scriptedEmbedder(),
    writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
  })
  projectId = (await givenProject(app)).id
  const now = app.clock.now().getTime()
  const all = Array.from({ length: recordings }, (_, place) => [
    ...everywhere,
    ...(said[place] ?? ['Nothing else.']),
  ])
  ids = await storeRecordings(
    app,
    projectId,
    all.map((lines, place) => ({
      ...{ filename: `call-${place}.wav`, text: lines.join(' ') },
      createdAt: new Date(now - place * 60_000),
    })),
  )
  await app.deps.db.transaction(async (tx) => {
    for (const [place, id] of ids.entries()) {
      const segments = (all[place] ?? []).map((text, at) => ({
        ...{ id: `seg_${at}`, start: at, end: at + 1, speaker_id: 'speaker_1', words: [], text },
      }))
      const speakers = [{ id: 'speaker_1', label: 'Speaker 1', name: null }]
      await tx
        .updateTable('transcripts')
        .set({ segments: JSON.stringify(segments), speakers: JSON.stringify(speakers) })
        .where('content_id', '=', id)
        .execute()
      await indexSegments(tx, id)
    }
  })
  await noticeEmbeddingModel(app.deps)
  await app.idle()
})
afterAll(() => app.stop())

/** How much is said in a recording is told by its transcript; so the project is taken for one of millions. */
async function takeFor(size: 'small' | 'large') {
  const words = size === 'large' ? 1_000_000 : 20
  await app.deps.db.sql.updateTable('transcripts').set({ word_count: words }).execute()
}

const ask = async (question: string) =>
  (await app.call('POST', `/v1/projects/${projectId}/ask`, { body: { question } })).body.data

const first = async (question: string) => {
  const { is_found, searched_by, quotes } = await ask(question)
  return { is_found, searched_by, content_id: quotes[0]?.content_id, text: quotes[0]?.text }
}

test.each([
  [
    'a rare word beside one that is said everywhere',
    'How much is the budget of the zeppelin?',
    225,
  ],
  ['other words than were said, in a new recording', 'Who spilled their espresso?', 0],
])('a large project answers as a small one does: %s', async (_case, question, place) => {
  await takeFor('small')
  const small = await first(question)
  expect(small).toMatchObject({ is_found: true, content_id: ids[place] })
  await takeFor('large')
  expect(await first(question)).toEqual(small)
})

test('of a large project only the newest recordings are compared by what words mean', async () => {
  await takeFor('small')
  await sql`UPDATE content SET created_at = created_at - interval '1 year' WHERE id = ${ids[0]}`.execute(
    app.deps.db.sql,
  )
  expect((await first('Who spilled their espresso?')).content_id).toBe(ids[0])
  await takeFor('large')
  expect((await first('Who spilled their espresso?')).content_id).not.toBe(ids[0])
  expect((await first('What about the coffee machine?')).content_id).toBe(ids[0])
})

test('a word that is said everywhere is quoted from the newest', async () => {
  await takeFor('large')
  const { quotes } = await ask('What is on the list of the project?')
  const newest = ids.slice(0, 201)
  expect(quotes.length).toBeGreaterThan(0)
  for (const { content_id } of quotes) expect(newest).toContain(content_id)
})
