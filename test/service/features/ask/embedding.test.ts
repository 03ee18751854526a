import { truncate, writeFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../../../../service/db/migrate.ts'
import { JobError } from '../../../../service/core/errors.ts'
import { readCatalogue } from '../../../../service/engine/models/catalogue.ts'
import { adoptPgvector } from '../../../../service/features/ask/adopt-pgvector.ts'
import { noticeEmbeddingModel } from '../../../../service/features/ask/embedding.ts'
import { selectCompared } from '../../../../service/features/ask/embedding-store.ts'
import type { AskRecording } from '../../../fixtures/ask/recordings.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenAsked, type NextTranscription } from '../../../support/asking.ts'
import { givenOrganization } from '../../../support/organizations.ts'
import { noFiles, scriptedEmbedder, type ScriptedEmbedder } from '../../../support/embedder.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../../../support/engine.ts'

const chat: AskRecording = {
  name: 'Chat.wav',
  language: 'en',
  speakers: ['Ann', 'Bob'],
  lines: [
    '0 Good morning to all of you.',
    '1 The coffee machine is broken again.',
    '0 Then we shall have tea.',
    '1 My sister owns a bakery in Leeds.',
  ],
}
const german: AskRecording = { ...chat, name: 'Gespräch.wav', language: 'de' }

async function givenApp(embedder: ScriptedEmbedder, recordings: readonly AskRecording[]) {
  const next: NextTranscription = { transcription: spoken() }
  const app = await startTestApp({
    embedder,
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
  })
  onTestFinished(() => app.stop())
  const { projectId, ids } = await givenAsked(app, next, recordings)
  await app.idle()
  const ask = async (question: string) =>
    (await app.call('POST', `/v1/projects/${projectId}/ask`, { body: { question } })).body.data
  const add = async (recording: AskRecording) => {
    await givenAsked(app, next, [recording])
    await app.idle()
  }
  return { app, projectId, ids, ask, add }
}

async function countEmbeddings({ deps }: TestApp): Promise<number> {
  const { rows } = await sql`select from ask_embeddings`.execute(deps.db.sql)
  return rows.length
}

test('what was said in other words is found, and only that', async () => {
  const { ask } = await givenApp(scriptedEmbedder(), [chat])
  expect(await ask('Who spilled their espresso?')).toMatchObject({
    is_found: true,
    answer: 'The coffee machine is broken again.',
    searched_by: 'words_and_meaning',
  })
  expect(await ask('When does our vacation begin?')).toMatchObject({
    is_found: false,
    answer: null,
  })
})

test('without a model nothing is embedded, and words are searched', async () => {
  const embedder = scriptedEmbedder()
  embedder.installed = null
  const { app, ask } = await givenApp(embedder, [chat])
  expect(await ask('Who spilled their espresso?')).toMatchObject({
    is_found: false,
    searched_by: 'words',
  })
  expect([embedder.count, await countEmbeddings(app)]).toEqual([0, 0])
})

test('recordings in languages that the model lacks go by words', async () => {
  const embedder = scriptedEmbedder()
  const { app, ask } = await givenApp(embedder, [german])
  expect(await countEmbeddings(app)).toBe(0)
  expect(await ask('Who spilled their espresso?')).toMatchObject({ searched_by: 'words' })
})

test('a recording without vectors is found by its words beside those that have some', async () => {
  const lines = ['0 Guten Morgen.', '1 Tomasz Kowalski wohnt in Leeds.']
  const { ask } = await givenApp(scriptedEmbedder(), [chat, { ...german, lines }])
  const said = await ask('Is Tomasz Kowalski in Leeds?')
  expect(said).toMatchObject({ is_found: true, searched_by: 'words_and_meaning' })
  const texts = said.quotes.map(({ text }: { text: string }) => text)
  expect(texts).toContain('Tomasz Kowalski wohnt in Leeds.')
  expect(await ask('Who spilled their espresso?')).toMatchObject({
    answer: 'The coffee machine is broken again.',
  })
})

test('a question without content finds nothing, whatever is similar', async () => {
  const { ask } = await givenApp(scriptedEmbedder(), [chat])
  expect(await ask('?!')).toMatchObject({ is_found: false, quotes: [] })
})

test('a correction is embedded anew, with the line after it and no other', async () => {
  const embedder = scriptedEmbedder()
  const { app, projectId, ids, ask } = await givenApp(embedder, [chat])
  const before = embedder.count
  const base = `/v1/projects/${projectId}/content/${ids.get(chat.name)}/transcript`
  const { segments } = (await app.call('GET', base)).body.data
  const body = { text: 'The printer is broken again.' }
  await app.call('PATCH', `${base}/segments/${segments[1].id}`, { body })
  await app.idle()
  // Two lines, each alone and after the one before it.
  expect(embedder.count - before).toBe(4)
  expect(await countEmbeddings(app)).toBe(4)
  expect((await ask('Who spilled their espresso?')).is_found).toBe(false)
  expect((await ask('Where can I copy something?')).is_found).toBe(true)
})

test('a line that is corrected while it is embedded gets the vector of its new words', async () => {
  const embedder = scriptedEmbedder()
  const { app, projectId, ids, ask } = await givenApp(embedder, [chat])
  const base = `/v1/projects/${projectId}/content/${ids.get(chat.name)}/transcript`
  const { segments } = (await app.call('GET', base)).body.data
  const change = (text: string) =>
    app.call('PATCH', `${base}/segments/${segments[1].id}`, { body: { text } })
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  embedder.before = () => {
    reached.resolve()
    return gate.promise
  }
  await change('The espresso is cold.')
  await reached.promise
  await change('The printer is broken again.')
  embedder.before = async () => {}
  gate.resolve()
  await app.idle()
  expect((await ask('Who spilled their espresso?')).is_found).toBe(false)
  expect((await ask('Where can I copy something?')).is_found).toBe(true)
})

test('a question on a recording whose vectors are on their way waits for them', async () => {
  const embedder = scriptedEmbedder()
  const { app, projectId, ids } = await givenApp(embedder, [chat])
  const content_id = ids.get(chat.name)
  const base = `/v1/projects/${projectId}/content/${content_id}/transcript`
  const { segments } = (await app.call('GET', base)).body.data
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  embedder.before = () => {
    // Only the job is held back, and not the question.
    embedder.before = async () => {}
    reached.resolve()
    return gate.promise
  }
  const body = { text: 'The printer is broken again.' }
  await app.call('PATCH', `${base}/segments/${segments[1].id}`, { body })
  await reached.promise
  const request = { body: { question: 'Where can I copy something?', content_id } }
  const asked = app.call('POST', `/v1/projects/${projectId}/ask`, request)
  let isAnswered = false
  void asked.then(() => (isAnswered = true))
  // A question that did not wait would be answered before these.
  for (let others = 0; others < 5; others += 1) await app.call('GET', base)
  expect(isAnswered).toBe(false)
  gate.resolve()
  expect((await asked).body.data).toMatchObject({
    is_found: true,
    answer: 'The printer is broken again.',
    searched_by: 'words_and_meaning',
  })
})

test('a model that fails leaves the words, and what it lacks is made with the next recording', async () => {
  const embedder = scriptedEmbedder()
  embedder.before = async () => {
    throw new JobError('engine_crashed', 'It ended.')
  }
  const { app, ask, add } = await givenApp(embedder, [chat])
  expect(await ask('Who spilled their espresso?')).toMatchObject({ searched_by: 'words' })
  expect((await ask('What is broken?')).is_found).toBe(true)
  embedder.before = async () => {}
  await add({ ...chat, name: 'Second.wav' })
  expect(await countEmbeddings(app)).toBe(8)
  embedder.before = async () => {
    throw new JobError('engine_crashed', 'It ended.')
  }
  expect(await ask('Who spilled their espresso?')).toMatchObject({ searched_by: 'words' })
})

test('what is left is the work of one job, also where a transcript changes meanwhile', async () => {
  const embedder = scriptedEmbedder()
  const { installed } = embedder
  embedder.installed = null
  const backlog = ['1.wav', '2.wav', '3.wav', '4.wav'].map((name) => ({ ...chat, name }))
  const { app, projectId, ids } = await givenApp(embedder, backlog)
  const base = `/v1/projects/${projectId}/content/${ids.get('1.wav')}/transcript`
  const { segments } = (await app.call('GET', base)).body.data
  embedder.installed = installed
  const gate = Promise.withResolvers<void>()
  const withMore: number[] = []
  embedder.before = async () => {
    await gate.promise
    const { rows } = await sql`
      SELECT FROM jobs WHERE name = 'content.embed' AND payload->'next' != '[]'`.execute(
      app.deps.db.sql,
    )
    withMore.push(rows.length)
  }
  await noticeEmbeddingModel(app.deps)
  const body = { text: 'The printer is broken again.' }
  await app.call('PATCH', `${base}/segments/${segments[1].id}`, { body })
  gate.resolve()
  await app.idle()
  expect(await countEmbeddings(app)).toBe(16)
  expect(withMore).toEqual([1, 1, 1, 0])
})

test('a model that is removed takes its vectors along', async () => {
  const embedder = scriptedEmbedder()
  const { app, ask } = await givenApp(embedder, [chat])
  expect(await countEmbeddings(app)).toBe(4)
  const model = (await readCatalogue()).find(({ kind }) => kind === 'text-embedding')
  if (!model) throw new Error('The catalogue has no such model.')
  const file = path.join(app.dataDir, 'models', model.file)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '')
  await truncate(file, Number(model.bytes))
  const listed = await app.call('GET', '/v1/models?kind=text-embedding')
  expect(listed.body.data).toMatchObject([{ id: model.id, is_installed: true }])
  embedder.installed = null
  expect((await app.call('DELETE', `/v1/models/${model.id}`)).status).toBe(200)
  expect(await countEmbeddings(app)).toBe(0)
  expect(await ask('Who spilled their espresso?')).toMatchObject({ searched_by: 'words' })
})

test('another model makes its own vectors of all that was said', async () => {
  const embedder = scriptedEmbedder()
  const { app, ask } = await givenApp(embedder, [chat])
  const before = embedder.count
  embedder.installed = { id: 'other', languages: ['multilingual'], ...noFiles }
  expect(await ask('Who spilled their espresso?')).toMatchObject({ searched_by: 'words' })
  await noticeEmbeddingModel(app.deps)
  await app.idle()
  expect([embedder.count, await countEmbeddings(app)]).toEqual([2 * before, 4])
  expect(await ask('Who spilled their espresso?')).toMatchObject({ is_found: true })
})

test('a database without pgvector compares just as well, and takes it up at a start once it is there', async () => {
  const embedder = scriptedEmbedder()
  const { app, ids, ask } = await givenApp(embedder, [chat])
  const { sql: db } = app.deps.db
  const question = 'Who spilled their espresso?'
  const [vector = []] = await embedder.embed(
    { id: 'scripted', languages: ['en'], ...noFiles },
    [question],
    new AbortController().signal,
  )
  const compare = () =>
    selectCompared(db, [...ids.values()], { modelId: 'scripted', vector, projected: vector })
  const [answer, before] = [await ask(question), await compare()]
  await sql`TRUNCATE ask_embeddings, ask_embedded, ask_model`.execute(db)
  await sql`ALTER TABLE ask_embeddings DROP COLUMN embedding`.execute(db)
  const step = (await readMigrations()).find(({ name }) => name.includes('packed-vectors'))
  await sql.raw(step?.text ?? '').execute(db)
  await noticeEmbeddingModel(app.deps)
  await app.idle()
  expect(await ask(question)).toEqual(answer)
  const after = await compare()
  expect(after.map(({ similarity }) => similarity?.toFixed(2))).toEqual(
    before.map(({ similarity }) => similarity?.toFixed(2)),
  )
  expect(before.length).toBe(4)
  await adoptPgvector(app.deps)
  expect(await countEmbeddings(app)).toBe(0)
  await noticeEmbeddingModel(app.deps)
  await app.idle()
  expect(await ask(question)).toEqual(answer)
  const { rows } = await sql<{
    type: string
  }>`SELECT DISTINCT pg_typeof(embedding)::text AS type FROM ask_embeddings`.execute(db)
  expect(rows).toEqual([{ type: 'halfvec' }])
})

test('organizations take turns where many recordings wait for a model', async () => {
  const embedder = scriptedEmbedder()
  embedder.installed = null
  const next: NextTranscription = { transcription: spoken() }
  const transcriber = scriptedTranscriber(async () => next.transcription)
  const app = await startTestApp({ embedder, transcriber })
  onTestFinished(() => app.stop())
  const say = (word: string): AskRecording => ({
    ...chat,
    name: `${word}.wav`,
    lines: [`0 ${word}`],
  })
  const { app: other } = await givenOrganization(app)
  await givenAsked(other, next, [say('theirs')])
  await givenAsked(app, next, ['first', 'second', 'third'].map(say))
  const embedded: string[] = []
  const { embed } = embedder
  embedder.embed = (model, texts, signal) => {
    embedded.push(texts[0] ?? '')
    return embed(model, texts, signal)
  }
  embedder.installed = scriptedEmbedder().installed
  await noticeEmbeddingModel(app.deps)
  await app.idle()
  expect(embedded.indexOf('theirs')).toBe(1)
  expect(embedded.length).toBe(4)
})
