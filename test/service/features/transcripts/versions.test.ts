import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minute } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'
import { givenMember } from '../../../support/people.ts'
import { twoPeople } from '../../../support/voices.ts'

let app: TestApp
let projectId: string
let promptId: string
let whileWriting = async (): Promise<void> => {}
const texts: string[] = []
beforeAll(async () => {
  const writer = scriptedWriter(async ({ segments }) => {
    texts.push(segments.map(({ text }) => text).join(' '))
    await whileWriting()
    return written()
  })
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => twoPeople()), writer })
  projectId = (await givenProject(app)).id
  const output_schema = { type: 'object', properties: { summary: { type: 'string' } } }
  const prompt = { name: 'Short', template: 'Sum up: {{transcript}}', output_schema }
  promptId = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data.id
})
afterAll(() => app.stop())

const call = (method: string, id: string, rest: string, options = {}) =>
  app.call(method, `/v1/projects/${projectId}/content/${id}${rest}`, options)
const read = async (id: string, query = '') =>
  (await call('GET', id, `/transcript${query}`)).body.data
const versions = async (id: string) => (await call('GET', id, '/transcript/versions')).body.data
const restore = (id: string, version: number) =>
  call('POST', id, `/transcript/versions/${version}/restore`)
async function given() {
  const id = await givenRecording(app, projectId)
  const { segments } = await read(id)
  const edit = (text: string, options = {}) =>
    call('PATCH', id, `/transcript/segments/${segments[0].id}`, { body: { text }, ...options })
  return { id, edit }
}
const eventsOf = async (id: string) => {
  const rows = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('position').execute()
  return rows.filter(
    ({ event, data }) => event === 'transcript.updated' && data['content_id'] === id,
  )
}
const numbers = (list: { version: number }[]) => list.map(({ version }) => version)

describe('versions', () => {
  test('a round of edits is one; the one by the engine stays as it was', async () => {
    const { id, edit } = await given()
    const machine = await read(id)
    app.clock.advance(minute)
    await edit('First.')
    app.clock.advance(29 * minute)
    await edit('Second.')
    expect(await versions(id)).toEqual([
      {
        version: 2,
        origin: 'edited',
        based_on: 1,
        edited_by: expect.stringMatching(/^mem_/),
        model_used: 'scripted-transcriber',
        language: 'en',
        word_count: 13,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        is_current: true,
      },
      expect.objectContaining({ version: 1, origin: 'machine', word_count: 19, is_current: false }),
    ])
    expect(await read(id, '?version=1')).toEqual(machine)
    const { created_at, updated_at } = await read(id)
    expect(Date.parse(updated_at) - Date.parse(created_at)).toBe(29 * minute)
  })

  test('a pause of half an hour, or another member, begins a new one', async () => {
    const { id, edit } = await given()
    await edit('First.')
    app.clock.advance(31 * minute)
    await edit('Second.')
    expect(numbers(await versions(id))).toEqual([3, 2, 1])
    const { key, memberId } = await givenMember(app, { email: 'editor@example.org' })
    await edit('Third.', { key })
    expect(await read(id)).toMatchObject({ version: 4, based_on: 3, edited_by: memberId })
    await edit('Fourth.')
    expect(await read(id, '?version=2')).toMatchObject({ segments: [{ text: 'First.' }, {}, {}] })
    expect(await read(id)).toMatchObject({ version: 5, segments: [{ text: 'Fourth.' }, {}, {}] })
  })

  test('are listed page by page', async () => {
    const { id, edit } = await given()
    for (const text of ['One.', 'Two.', 'Three.']) {
      app.clock.advance(31 * minute)
      await edit(text)
    }
    const first = await call('GET', id, '/transcript/versions?limit=2')
    expect(numbers(first.body.data)).toEqual([4, 3])
    const cursor = first.body.pagination.next_cursor
    const second = await call('GET', id, `/transcript/versions?limit=2&cursor=${cursor}`)
    expect(numbers(second.body.data)).toEqual([2, 1])
    expect(second.body.pagination).toEqual({ has_more: false, next_cursor: null })
    const other = await given()
    const wrong = await call('GET', other.id, `/transcript/versions?cursor=${cursor}`)
    expect(wrong.body.error.code).toBe('validation_error')
  })

  test('tell each new one as transcript.updated, once', async () => {
    const { id, edit } = await given()
    await edit('First.')
    await edit('Second.')
    await restore(id, 1)
    expect((await eventsOf(id)).map(({ data }) => data)).toEqual([
      { content_id: id, version: 2, origin: 'edited' },
      { content_id: id, version: 3, origin: 'restored' },
    ])
  })

  test('by the engine follow edits, which stay readable', async () => {
    const { id, edit } = await given()
    await edit('Corrected.')
    await call('POST', id, '/reprocess')
    await app.idle()
    expect(await read(id)).toMatchObject({ version: 3, origin: 'machine', based_on: null })
    expect(await read(id, '?version=2')).toMatchObject({
      text: expect.stringMatching(/^Corrected./),
    })
  })

  test('of what was never transcribed, or unknown ones, are not found', async () => {
    const { id } = await given()
    expect((await call('GET', id, '/transcript?version=7')).status).toBe(404)
    expect((await restore(id, 7)).status).toBe(404)
    expect((await restore(id, 0)).status).toBe(400)
    expect((await call('GET', 'cont_none', '/transcript/versions')).status).toBe(404)
    const key = await givenKey(app, { scopes: ['read'] })
    expect((await call('POST', id, '/transcript/versions/1/restore', { key })).status).toBe(403)
  })
})

describe('restoring', () => {
  test('makes a new version of the old one, found by its words again', async () => {
    const { id, edit } = await given()
    const before = await read(id)
    await edit('Hovercrafts only.')
    await call('PATCH', id, '/transcript/speakers/speaker_1', { body: { name: 'Mary' } })
    const { status, body } = await restore(id, 1)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      version: 3,
      origin: 'restored',
      based_on: 1,
      is_current: true,
    })
    const { text, segments, speakers, word_count } = await read(id)
    expect({ text, segments, speakers, word_count }).toEqual({
      text: before.text,
      segments: before.segments,
      speakers: before.speakers,
      word_count: before.word_count,
    })
    const found = await app.call('GET', '/v1/search/content?q=hovercrafts')
    expect(found.body.data).toEqual([])
    await edit('Anew.')
    expect(await read(id)).toMatchObject({ version: 4, based_on: 3 })
  })

  test('the current one changes nothing', async () => {
    const { id } = await given()
    expect((await restore(id, 1)).body.data).toMatchObject({ version: 1, origin: 'machine' })
    expect(await versions(id)).toHaveLength(1)
    expect(await eventsOf(id)).toEqual([])
  })
})

describe('an analysis', () => {
  const analyze = async (id: string) => {
    const answer = await call('POST', id, '/analyze', { body: { prompt_id: promptId } })
    await app.idle()
    return answer
  }
  const analyses = async (id: string) => (await call('GET', id, '/analyses')).body.data

  test('of an older version is outdated, and analyze makes a new one', async () => {
    const { id, edit } = await given()
    const first = (await analyze(id)).body.data.analysis_id
    expect(await analyses(id)).toMatchObject([{ id: first, is_outdated: false }])
    await edit('Corrected.')
    const one = (await call('GET', id, `/analyses/${first}`)).body.data
    expect(one).toMatchObject({ is_outdated: true, transcript_version: 1 })
    const detail = (await call('GET', id, '')).body.data
    expect(detail.analyses).toMatchObject([{ id: first, is_outdated: true }])
    const again = await analyze(id)
    expect(again.status).toBe(202)
    expect(await analyses(id)).toMatchObject([
      { id: again.body.data.analysis_id, is_outdated: false },
      { id: first, is_outdated: true },
    ])
    expect((await analyze(id)).status).toBe(200)
  })

  test('ends the round of edits that it was made from', async () => {
    const { id, edit } = await given()
    await edit('First.')
    await analyze(id)
    await edit('Second.')
    expect(numbers(await versions(id))).toEqual([3, 2, 1])
    expect(await analyses(id)).toMatchObject([{ is_outdated: true }])
  })

  test('under way when an edit comes is told to be of the version that it read', async () => {
    const { id, edit } = await given()
    whileWriting = async () => {
      whileWriting = async () => {}
      await edit('Meanwhile.')
    }
    const { analysis_id: first } = (await analyze(id)).body.data
    const { data } = (await call('GET', id, `/analyses/${first}`)).body
    expect(data).toMatchObject({ status: 'completed', transcript_version: 1, is_outdated: true })
    expect(texts.at(-1)).not.toContain('Meanwhile.')
  })
})
