import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minute } from '../../../../service/core/time.ts'
import type { SpeechRequest } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let asked: SpeechRequest[]
let notInstalled: string | undefined
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(
      async (request) => {
        asked.push(request)
        return spoken()
      },
      {
        status: async (model) =>
          model !== undefined && model === notInstalled
            ? { ready: false, reason: 'Install it with: npm run models -- install it' }
            : { ready: true, model: 'scripted' },
      },
    ),
  })
})
afterAll(() => app.stop())
beforeEach(() => {
  asked = []
  notInstalled = undefined
})

const english = 'whisper-tiny.en-q5_1'
const multilingual = 'whisper-small-q5_1'
const plain = {
  default_prompt_id: null,
  auto_analyze: false,
  language: null,
  speech_model: null,
  translate_to_english: false,
  vocabulary: [],
  voice_memory: false,
}
const patch = (id: string, settings: object) =>
  app.call('PATCH', `/v1/projects/${id}`, { body: { settings } })
const file = { filename: 'call.wav', content_type: 'audio/wav', size_bytes: 4 }
const announce = (id: string, options: object) =>
  app.call('POST', `/v1/projects/${id}/content/upload-url`, { body: { ...file, ...options } })
const refusal = ({ status, body }: Awaited<ReturnType<typeof patch>>) => [
  status,
  body.error.code,
  body.error.details[0].field,
  body.error.details[0].code,
]

describe('the settings of a project', () => {
  test('are plain at first, and changed one by one', async () => {
    const { id } = await givenProject(app)
    const read = async () => (await app.call('GET', `/v1/projects/${id}`)).body.data.settings
    expect(await read()).toEqual(plain)
    const vocabulary = [{ term: ' Kubernetes ', heard_as: ['cuber  netes'] }, { term: 'Ann Arbor' }]
    const changed = {
      language: 'de',
      speech_model: multilingual,
      translate_to_english: true,
      voice_memory: true,
    }
    expect((await patch(id, { ...changed, vocabulary })).status).toBe(200)
    const kept = {
      ...plain,
      ...changed,
      vocabulary: [
        { term: 'Kubernetes', heard_as: ['cuber netes'] },
        { term: 'Ann Arbor', heard_as: [] },
      ],
    }
    expect(await read()).toEqual(kept)
    await patch(id, { language: null, voice_memory: false })
    expect(await read()).toEqual({ ...kept, language: null, voice_memory: false })
  })

  test('can be given with a new project', async () => {
    const settings = { language: 'es', vocabulary: [{ term: 'Nuria', heard_as: ['nuri a'] }] }
    const { id } = await givenProject(app, { settings })
    const { body } = await app.call('GET', `/v1/projects/${id}`)
    expect(body.data.settings).toEqual({ ...plain, ...settings })
  })

  test('that changed are named by project.updated; the same again changes nothing', async () => {
    const { id } = await givenProject(app)
    const settings = { language: 'de', vocabulary: [{ term: 'Nuria', heard_as: [] }] }
    await patch(id, settings)
    await patch(id, { ...settings, auto_analyze: false })
    app.clock.advance(minute)
    await app.idle()
    const { body } = await app.call('GET', '/v1/events?event=project.updated')
    const mine = body.data.filter(({ data }: { data: { id: string } }) => data.id === id)
    expect(mine).toHaveLength(1)
    expect(mine[0].data.changed_fields.toSorted()).toEqual([
      'settings.language',
      'settings.vocabulary',
    ])
  })

  test.each([
    ['en-US', 'en'],
    ['deu', 'de'],
    ['Dutch', 'nl'],
    ['iw', 'he'],
    ['jw', 'jv'],
  ])('a language written as %s is %s', async (language, code) => {
    const { id } = await givenProject(app)
    const body = { settings: { language } }
    const { settings } = (await app.call('PATCH', `/v1/projects/${id}`, { body })).body.data
    expect(settings.language).toBe(code)
  })

  test.each([
    [{ language: 'xx' }, 'language', 'unknown'],
    [{ language: 'klingon' }, 'language', 'unknown'],
    [{ speech_model: 'whisper-none' }, 'speech_model', 'unknown'],
    [{ speech_model: 'silero-vad' }, 'speech_model', 'unknown'],
    [{ speech_model: '../../etc/passwd' }, 'speech_model', 'unknown'],
    [{ language: 'de', speech_model: english }, 'language', 'language_unsupported'],
    [{ vocabulary: [{ term: ' ' }] }, 'vocabulary.0.term', 'invalid'],
    [{ vocabulary: [{ term: '--' }] }, 'vocabulary.0.term', 'invalid'],
    [{ vocabulary: [{ term: 'x'.repeat(101) }] }, 'vocabulary.0.term', 'invalid'],
    [{ vocabulary: [{ term: 'A' }, { term: 'a' }] }, 'vocabulary.1.term', 'duplicate'],
    [{ vocabulary: [{ term: 'A', sounds: [] }] }, 'vocabulary.0.sounds', 'unknown_field'],
    [
      { vocabulary: [{ term: 'A' }, { term: 'B', heard_as: ['a'] }] },
      'vocabulary.1.heard_as.0',
      'ambiguous',
    ],
    [
      { vocabulary: Array.from({ length: 501 }, (_, at) => ({ term: `Name ${at}` })) },
      'vocabulary',
      'invalid',
    ],
  ])('%j are refused on %s', async (settings, field, code) => {
    const { id } = await givenProject(app)
    const expected = [400, 'validation_error', `settings.${field}`, code]
    expect(refusal(await patch(id, settings))).toEqual(expected)
    const created = await app.call('POST', '/v1/projects', { body: { name: 'Made', settings } })
    expect(refusal(created)).toEqual(expected)
    expect((await app.call('GET', `/v1/projects/${id}`)).body.data.settings).toEqual(plain)
  })

  test('whose pair becomes impossible by either half are refused on that half', async () => {
    const { id } = await givenProject(app, { settings: { language: 'de' } })
    expect(refusal(await patch(id, { speech_model: english }))).toEqual([
      400,
      'validation_error',
      'settings.speech_model',
      'language_unsupported',
    ])
    await patch(id, { language: 'en', speech_model: english })
    expect(refusal(await patch(id, { language: 'de' }))).toEqual([
      400,
      'validation_error',
      'settings.language',
      'language_unsupported',
    ])
    expect((await patch(id, { language: 'de', speech_model: null })).status).toBe(200)
  })
})

describe('a recording is heard', () => {
  test('as its project says', async () => {
    const settings = {
      language: 'de',
      speech_model: multilingual,
      translate_to_english: true,
      vocabulary: [{ term: 'Kubernetes' }, { term: 'Nuria' }],
      voice_memory: true,
    }
    const project = await givenProject(app, { settings })
    await app.call('PATCH', '/v1/org', {
      body: { settings: { vocabulary: [{ term: 'nuria' }, { term: 'Earshot' }] } },
    })
    await givenRecording(app, project.id)
    await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary: [] } } })
    expect(asked[0]).toMatchObject({
      language: 'de',
      model: multilingual,
      translateToEnglish: true,
      // The project's before the organization's, each name once.
      vocabulary: ['Kubernetes', 'Nuria', 'Earshot'],
      withVoices: true,
    })
  })

  test('by the default weights, its language detected, where nothing is set', async () => {
    const project = await givenProject(app)
    await givenRecording(app, project.id)
    const [request] = asked
    expect(Object.keys(request ?? {}).toSorted()).toEqual([
      'audioPath',
      'translateToEnglish',
      'vocabulary',
      'withVoices',
    ])
  })

  test('in a language that is detected where that is asked for, whatever the project says', async () => {
    const project = await givenProject(app, { settings: { language: 'de', speech_model: null } })
    const id = await givenRecording(app, project.id, { language: 'auto' })
    const url = `/v1/projects/${project.id}/content/${id}/reprocess`
    await app.call('POST', url, { body: { language: null } })
    await app.idle()
    await app.call('POST', url, { body: { language: 'auto' } })
    await app.idle()
    expect(asked.map(({ language }) => language)).toEqual([undefined, 'de', undefined])
    // A model that hears one language only has nothing against it.
    await app.call('POST', url, { body: { speech_model: english } })
    await app.idle()
    expect(asked[3]).toMatchObject({ model: english })
    await patch(project.id, { language: 'auto' })
    const { body } = await app.call('GET', `/v1/projects/${project.id}`)
    expect(body.data.settings.language).toBeNull()
  })

  test('as its upload says, and reprocessing changes what it names', async () => {
    const project = await givenProject(app, { settings: { language: 'de' } })
    const options = { language: 'es', translate_to_english: true }
    const id = await givenRecording(app, project.id, options)
    expect(asked[0]).toMatchObject({ language: 'es', translateToEnglish: true })
    const reprocess = async (body?: unknown) => {
      const url = `/v1/projects/${project.id}/content/${id}/reprocess`
      const answer = await app.call('POST', url, body === undefined ? {} : { body })
      await app.idle()
      return answer.status
    }
    expect(await reprocess({ speech_model: multilingual })).toBe(202)
    expect(asked[1]).toMatchObject({
      language: 'es',
      model: multilingual,
      translateToEnglish: true,
    })
    expect(await reprocess({ language: null, translate_to_english: false })).toBe(202)
    expect(asked[2]).toMatchObject({
      language: 'de',
      model: multilingual,
      translateToEnglish: false,
    })
    expect(await reprocess()).toBe(202)
    expect(await reprocess({})).toBe(202)
    expect(asked[4]).toEqual(asked[2])
  })

  test('never in a language that its weights do not know: 400 names the field', async () => {
    const project = await givenProject(app, { settings: { language: 'de' } })
    expect(refusal(await announce(project.id, { speech_model: english }))).toEqual([
      400,
      'validation_error',
      'speech_model',
      'language_unsupported',
    ])
    expect(refusal(await announce(project.id, { language: 'zz' }))[2]).toBe('language')
    const id = await givenRecording(app, project.id)
    const url = `/v1/projects/${project.id}/content/${id}/reprocess`
    const both = { language: 'fr', speech_model: english }
    expect(refusal(await app.call('POST', url, { body: both }))).toEqual([
      400,
      'validation_error',
      'language',
      'language_unsupported',
    ])
    const odd = await app.call('POST', url, { body: { speed: 1 } })
    expect(refusal(odd)).toEqual([400, 'validation_error', 'speed', 'unknown_field'])
    expect((await app.call('GET', url.replace('/reprocess', ''))).body.data.status).toBe(
      'completed',
    )
  })

  test('not at all where its model is not installed: 503 where the work would begin', async () => {
    notInstalled = multilingual
    const project = await givenProject(app, { settings: { speech_model: multilingual } })
    const { body } = await announce(project.id, {})
    await fetch(body.data.upload_url, {
      method: 'PUT',
      headers: body.data.upload_headers,
      body: 'abcd',
    })
    const item = `/v1/projects/${project.id}/content/${body.data.content_id}`
    const refused = await app.call('POST', `${item}/upload-complete`)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'model_unavailable'])
    expect(refused.body.error.message).toContain('Install')
    notInstalled = undefined
    expect((await app.call('POST', `${item}/upload-complete`)).status).toBe(202)
    await app.idle()
    notInstalled = english
    const other = await app.call('POST', `${item}/reprocess`, { body: { speech_model: english } })
    expect([other.status, other.body.error.code]).toEqual([503, 'model_unavailable'])
  })
})

test('the organization’s vocabulary is kept, and only an admin changes it', async () => {
  const vocabulary = [{ term: 'Earshot', heard_as: ['ear shot'] }]
  const { status, body } = await app.call('PATCH', '/v1/org', {
    body: { settings: { vocabulary } },
  })
  expect([status, body.data.settings.vocabulary]).toEqual([200, vocabulary])
  expect((await app.call('GET', '/v1/org')).body.data.settings.vocabulary).toEqual(vocabulary)
  const twice = { settings: { vocabulary: [...vocabulary, { term: 'EARSHOT' }] } }
  expect(refusal(await app.call('PATCH', '/v1/org', { body: twice }))).toEqual([
    400,
    'validation_error',
    'settings.vocabulary.1.term',
    'duplicate',
  ])
  await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary: [] } } })
})
