import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../support/app.ts'
import { givenAsked, transcriptionOf, type NextTranscription } from '../../../support/asking.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import type { AskRecording } from '../../../fixtures/ask/recordings.ts'

const call: AskRecording = {
  name: 'Call with Ms Ito.wav',
  language: 'en',
  speakers: ['Ruth', 'Ms Ito'],
  lines: [
    '0 Shall we look at the numbers of the spring campaign?',
    '1 Gladly. It brought us nineteen new customers in Kyoto.',
    '0 And what did it cost?',
    '1 Four thousand euros, most of it for the posters.',
    '0 I will write the report by Tuesday.',
    '1 Perfect. We keep the agency, because they were quick.',
  ],
}
const chinese: AskRecording = {
  name: '会议.wav',
  language: 'zh',
  speakers: ['甲', '乙'],
  lines: ['0 我们星期五讨论预算。', '1 好的，新的办公室在上海。', '0 租金是每月五千元。'],
}

const next: NextTranscription = { transcription: spoken() }
let app: TestApp
let projectId: string
let ids: Map<string, string>
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
  })
  ;({ projectId, ids } = await givenAsked(app, next, [call, chinese]))
})
afterAll(() => app.stop())

const ask = (question: unknown, more: object = {}, options: { key?: string } = {}) =>
  app.call('POST', `/v1/projects/${projectId}/ask`, { body: { question, ...more }, ...options })

const expectError = ({ status, body }: Answer, expected: number, code: string) =>
  expect([status, body.error?.code]).toEqual([expected, code])

test('an answer is what was said, with its recording, speaker and time', async () => {
  const { status, body } = await ask('When does Ruth write the report?')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    answer: 'I will write the report by Tuesday.',
    is_found: true,
    model_used: 'earshot-ask-1',
  })
  expect(body.data.quotes[0]).toEqual({
    project_id: projectId,
    content_id: ids.get(call.name),
    filename: call.name,
    title: 'Call with Ms Ito',
    segment_id: expect.stringMatching(/^seg_/),
    speaker: 'Ruth',
    start: 20,
    end: 22.8,
    text: 'I will write the report by Tuesday.',
    score: expect.closeTo(1, 1),
  })
})

test('the answer may be the turn after the one that has the words', async () => {
  const { data } = (await ask('How much did the spring campaign cost?')).body
  expect(data.answer).toBe('Four thousand euros, most of it for the posters.')
})

test('words that were said are no answer where the fact was not', async () => {
  const nothing = {
    answer: null,
    is_found: false,
    model_used: 'earshot-ask-1',
    searched_by: 'words',
  }
  for (const question of [
    'How many posters were printed in Berlin?',
    'Who is the mayor of Kyoto?',
    'What does the agency pay for its office?',
    '?!',
    'the of and',
  ]) {
    expect((await ask(question)).body.data, question).toMatchObject(nothing)
  }
  const close = (await ask('What does the agency pay for its office?')).body.data.quotes
  expect(close[0]?.text, 'what comes closest is quoted').toContain('agency')
  expect((await ask('?!')).body.data.quotes, 'nothing comes close to nothing').toEqual([])
})

test('a question may be put to one recording', async () => {
  const one = { content_id: ids.get(call.name) }
  expect((await ask('Why do we keep the agency?', one)).body.data.is_found).toBe(true)
  const other = { content_id: ids.get(chinese.name) }
  expect((await ask('Why do we keep the agency?', other)).body.data.is_found).toBe(false)
})

test('languages without blanks between words are read too', async () => {
  const { data } = (await ask('租金是多少？')).body
  expect(data.answer).toBe('租金是每月五千元。')
  expect((await ask('新的办公室在哪里？')).body.data.answer).toContain('上海')
})

test('of a long turn the sentence that answers is quoted with the next, word for word', async () => {
  const said =
    'Let me go through the list. The roof was mended in May.  The boiler is new.  The lift, however, ' +
    'stops between floors. Its maker was told twice! Nobody came. We wait.'
  next.transcription = transcriptionOf({ ...call, lines: [`0 ${said}`, '1 That is a pity.'] })
  const id = await givenRecording(app, projectId, { filename: 'House.wav' })
  const { data } = (await ask('Does the lift stop between floors?', { content_id: id })).body
  expect(data.answer).toBe('The lift, however, stops between floors.')
  expect(data.quotes[0].text).toBe(
    'The lift, however, stops between floors. Its maker was told twice!',
  )
  const path = `/v1/projects/${projectId}/content/${id}/transcript`
  const [segment] = (await app.call('GET', path)).body.data.segments
  expect(data.quotes[0]).toMatchObject({ segment_id: segment.id, end: segment.end })
  await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
})

test('what people said on a matter is answered with the words of several, in the order of the talk', async () => {
  const asking = await givenAsked(app, next, [
    {
      name: 'Offices.wav',
      language: 'en',
      speakers: ['Ruth', 'Abel'],
      lines: [
        '0 I think the new office in Bremen is far too small for all of us.',
        '1 Good morning, everybody.',
        '0 Did somebody bring coffee?',
        '1 No.',
        '0 A pity.',
        '1 The new office in Bremen is cheap, and we could move there in May.',
      ],
    },
  ])
  const body = { question: 'What did they say about the new office in Bremen?' }
  const { data } = (await app.call('POST', `/v1/projects/${asking.projectId}/ask`, { body })).body
  expect(data.answer).toBe(
    'Ruth: I think the new office in Bremen is far too small for all of us.\n' +
      'Abel: The new office in Bremen is cheap, and we could move there in May.',
  )
})

test('limit is the most quotes that are given', async () => {
  expect((await ask('campaign customers', { limit: 1 })).body.data.quotes).toHaveLength(1)
})

test('a wrong question is refused, naming its field', async () => {
  for (const [body, field] of [
    [{}, 'question'],
    [{ question: '' }, 'question'],
    [{ question: '   ' }, 'question'],
    [{ question: 'a'.repeat(501) }, 'question'],
    [{ question: 'a', limit: 21 }, 'limit'],
    [{ question: 'a', content_id: '' }, 'content_id'],
    [{ question: 'a', language: 'en' }, 'language'],
  ] as const) {
    const answer = await app.call('POST', `/v1/projects/${projectId}/ask`, { body })
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.details[0].field).toBe(field)
  }
})

test('what the project does not have is not found', async () => {
  const other = await givenProject(app, { name: 'Other' })
  const question = { question: 'Why do we keep the agency?' }
  const foreign = { ...question, content_id: ids.get(call.name) }
  const path = `/v1/projects/${other.id}/ask`
  expectError(await app.call('POST', path, { body: foreign }), 404, 'not_found')
  expectError(await ask('When?', { content_id: 'cont_none' }), 404, 'not_found')
  expectError(
    await app.call('POST', '/v1/projects/proj_none/ask', { body: question }),
    404,
    'not_found',
  )
  const { data } = (await app.call('POST', path, { body: question })).body
  expect(data.is_found, 'another project is not read').toBe(false)
})

test('a recording without a transcript cannot be asked yet', async () => {
  const waiting = await givenUpload(app, projectId)
  expectError(await ask('When?', { content_id: waiting }), 409, 'transcript_not_ready')
})

test('a read key may ask, in its projects; a publishable one may not', async () => {
  const other = await givenProject(app, { name: 'Another' })
  const reader = await givenKey(app, { scopes: ['read'], project_ids: [projectId] })
  const stranger = await givenKey(app, { scopes: ['read', 'write'], project_ids: [other.id] })
  const open = await givenKey(app, { key_type: 'publishable', project_ids: [projectId] })
  const answer = await ask('Why do we keep the agency?', {}, { key: reader })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('ratelimit-policy')).toContain('"engine";q=30')
  expectError(await ask('Why?', {}, { key: stranger }), 403, 'project_access_denied')
  expectError(await ask('Why?', {}, { key: open }), 403, 'insufficient_permissions')
})

test('corrections, new names, other versions and removals are followed', async () => {
  next.transcription = transcriptionOf({
    ...call,
    lines: ['0 The harbour opens at dawn.', '1 Our captain is called Petersen.'],
  })
  const id = await givenRecording(app, projectId, { filename: 'Harbour.wav' })
  const path = `/v1/projects/${projectId}/content/${id}/transcript`
  const captain = async () => (await ask('Who is the captain?')).body.data
  const [before] = (await captain()).quotes
  expect(before).toMatchObject({ text: 'Our captain is called Petersen.', speaker: 'Speaker 2' })

  const text = 'Our captain is called Pedersen.'
  const edit = await app.call('PATCH', `${path}/segments/${before.segment_id}`, { body: { text } })
  expect(edit.status).toBe(200)
  await app.call('PATCH', `${path}/speakers/speaker_2`, { body: { name: 'Ada' } })
  expect((await captain()).quotes[0]).toMatchObject({ text, speaker: 'Ada' })
  const body = { speaker_id: 'speaker_1' }
  await app.call('PATCH', `${path}/segments/${before.segment_id}`, { body })
  expect((await captain()).quotes[0]).toMatchObject({ text, speaker: 'Speaker 1' })

  await app.call('POST', `${path}/versions/1/restore`)
  expect((await captain()).answer).toBe('Our captain is called Petersen.')
  await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
  expect((await captain()).is_found).toBe(false)
})
