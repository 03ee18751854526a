import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spokenBy } from '../../../support/engine.ts'
import { givenKey, givenPaused, givenProject, givenRecording } from '../../../support/factory.ts'
import { twoPeople, voiceOf } from '../../../support/voices.ts'

let app: TestApp
let projectId: string
let transcribed: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcribed) })
})
afterAll(() => app.stop())
beforeEach(async () => {
  transcribed = twoPeople()
  projectId = (await givenProject(app)).id
  await setMemory(true)
})

const setMemory = (isOn: boolean) =>
  app.call('PATCH', `/v1/projects/${projectId}`, { body: { settings: { voice_memory: isOn } } })
const record = () => givenRecording(app, projectId)
const at = (id: string) => `/v1/projects/${projectId}/content/${id}`
const read = async (id: string) => (await app.call('GET', `${at(id)}/transcript`)).body.data
const name = (id: string, speakerId: string, newName: string | null) =>
  app.call('PATCH', `${at(id)}/transcript/speakers/${speakerId}`, { body: { name: newName } })
type Speaker = { id: string; name: string | null; suggested_name: string | null }
const suggested = async (id: string) =>
  (await read(id)).speakers.map((speaker: Speaker) => speaker.suggested_name)
const voices = async () => (await app.call('GET', `/v1/projects/${projectId}/voices`)).body.data
const namesOf = async () => (await voices()).map((voice: { name: string }) => voice.name).toSorted()
const samples = () =>
  app.deps.db.sql
    .selectFrom('speaker_voices')
    .innerJoin('content', 'content.id', 'speaker_voices.content_id')
    .select(['speaker_id', 'voice_id'])
    .where('project_id', '=', projectId)
    .execute()

describe('a voice', () => {
  test('that was named is proposed in later recordings, and never applied by itself', async () => {
    const first = await record()
    expect(await suggested(first)).toEqual([null, null])
    await name(first, 'speaker_1', 'Mary')
    transcribed = twoPeople([1, 0])
    const later = await record()
    const { speakers, segments } = await read(later)
    expect(speakers).toMatchObject([
      { id: 'speaker_1', name: null, suggested_name: null },
      { id: 'speaker_2', name: null, suggested_name: 'Mary' },
    ])
    expect(segments[1].speaker).toBe('Speaker 2')
    const detail = (await app.call('GET', at(later))).body.data
    expect(detail.transcript.speakers[1].suggested_name).toBe('Mary')
  })

  test('is listed with what it was learned from, and not as numbers', async () => {
    const ids = [await record(), await record()]
    for (const id of ids) await name(id, 'speaker_2', 'Mary')
    const { status, body } = await app.call('GET', `/v1/projects/${projectId}/voices`)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^voice_/),
        name: 'Mary',
        sample_count: 2,
        seconds: 20,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
  })

  test('is no longer proposed once it is named, or somebody else in the recording is', async () => {
    await name(await record(), 'speaker_1', 'Mary')
    const id = await record()
    expect(await suggested(id)).toEqual(['Mary', null])
    await name(id, 'speaker_2', 'Mary')
    expect(await suggested(id)).toEqual([null, null])
    await name(id, 'speaker_2', null)
    const { body } = await name(id, 'speaker_1', 'Maria')
    expect(body.data.speakers).toMatchObject([{ name: 'Maria', suggested_name: null }, {}])
  })

  test('is proposed for the most similar speaker only', async () => {
    await name(await record(), 'speaker_1', 'Mary')
    const turns = [[0, 'Hello there.'] as const, [1, 'Good day.'] as const]
    transcribed = spokenBy(turns, [voiceOf(0, 0.4), voiceOf(0, 0.1)])
    expect(await suggested(await record())).toEqual([null, 'Mary'])
    transcribed = spokenBy(turns, [voiceOf(0, 1.4), null])
    expect(await suggested(await record())).toEqual([null, null])
  })

  test('is the average of its samples, by how long they are', async () => {
    const turns = [[0, 'Hello there.'] as const]
    for (const change of [0, 0.8]) {
      transcribed = spokenBy(turns, [voiceOf(0, change)])
      await name(await record(), 'speaker_1', 'Mary')
    }
    // 0.95 from the first sample is too far (cosine 0.58), 0.55 from their middle is not (0.85).
    transcribed = spokenBy(turns, [voiceOf(0, 0.9)])
    expect(await suggested(await record())).toEqual(['Mary'])
  })

  test('renamed is known by the new name only; without a name it is not known', async () => {
    const id = await record()
    await name(id, 'speaker_1', 'Mary')
    await name(id, 'speaker_1', 'Maria')
    expect(await namesOf()).toEqual(['Maria'])
    await name(id, 'speaker_1', 'MARIA')
    expect(await namesOf()).toEqual(['MARIA'])
    await name(id, 'speaker_1', null)
    expect(await namesOf()).toEqual([])
  })

  test('is one however its name is written: letters with accents, blanks, case', async () => {
    await name(await record(), 'speaker_1', 'A\u030Asa  Berg')
    await name(await record(), 'speaker_1', '\u00C5sa\u00A0berg ')
    expect(await voices()).toMatchObject([{ name: '\u00C5sa berg', sample_count: 2 }])
  })

  test('follows merges and restored versions', async () => {
    const id = await record()
    await name(id, 'speaker_1', 'Ann')
    await name(id, 'speaker_2', 'Mary')
    const merge = `${at(id)}/transcript/speakers/speaker_2/merge`
    await app.call('POST', merge, { body: { into: 'speaker_1' } })
    expect(await voices()).toMatchObject([{ name: 'Ann', sample_count: 2 }])
    await name(id, 'speaker_1', 'Anna')
    expect(await voices()).toMatchObject([{ name: 'Anna', sample_count: 2 }])
    await app.call('POST', `${at(id)}/transcript/versions/1/restore`)
    expect(await namesOf()).toEqual([])
  })

  test('stays known when its recording is transcribed again, and counts once', async () => {
    const id = await record()
    await name(id, 'speaker_1', 'Mary')
    await app.call('POST', `${at(id)}/reprocess`)
    await app.idle()
    expect(await suggested(id)).toEqual(['Mary', null])
    expect(await voices()).toMatchObject([{ name: 'Mary', sample_count: 1 }])
    await name(id, 'speaker_1', 'Mary')
    expect(await voices()).toMatchObject([{ name: 'Mary', sample_count: 1 }])
    await app.call('POST', `${at(id)}/transcript/versions/1/restore`)
    expect((await read(id)).speakers).toMatchObject([{ name: null, suggested_name: null }, {}])
  })

  test('is known in its own project only', async () => {
    await name(await record(), 'speaker_1', 'Mary')
    projectId = (await givenProject(app)).id
    await setMemory(true)
    expect(await suggested(await record())).toEqual([null, null])
    expect(await voices()).toEqual([])
  })
})

describe('nothing is kept', () => {
  test('of a project that did not ask for it', async () => {
    await setMemory(false)
    const id = await record()
    await name(id, 'speaker_1', 'Mary')
    expect([await samples(), await voices()]).toEqual([[], []])
    await setMemory(true)
    await name(id, 'speaker_1', 'Maria')
    expect([await samples(), await voices()]).toEqual([[], []])
  })

  test('of a voice that is forgotten, nor of those that were taken for it', async () => {
    const first = await record()
    await name(first, 'speaker_1', 'Mary')
    await name(first, 'speaker_2', 'Ann')
    const later = await record()
    const mary = (await voices()).find((voice: { name: string }) => voice.name === 'Mary')
    const path = `/v1/projects/${projectId}/voices/${mary.id}`
    const { status, body } = await app.call('DELETE', path)
    expect([status, body.data]).toEqual([200, { id: mary.id, deleted: true }])
    expect(await suggested(later)).toEqual([null, 'Ann'])
    expect((await samples()).map(({ speaker_id }) => speaker_id)).toEqual([
      'speaker_2',
      'speaker_2',
    ])
    expect((await read(first)).speakers[0].name).toBe('Mary')
    expect((await app.call('DELETE', path)).status).toBe(404)
    await name(later, 'speaker_1', 'Mary')
    expect(await namesOf()).toEqual(['Ann'])
  })

  test('of a voice that is forgotten, but what a person said to be somebody else’s stays', async () => {
    await name(await record(), 'speaker_1', 'Mary')
    const later = await record()
    expect(await suggested(later)).toEqual(['Mary', null])
    await name(later, 'speaker_1', 'Paul')
    const mary = (await voices()).find((voice: { name: string }) => voice.name === 'Mary')
    await app.call('DELETE', `/v1/projects/${projectId}/voices/${mary.id}`)
    expect(await namesOf()).toEqual(['Paul'])
  })

  test('by a paused transcription once the memory is switched off', async () => {
    const id = await givenPaused(app, projectId)
    const parts = [
      { key: 'words:1', value: { words: [] } },
      { key: 'speakers:1', value: { turns: [], voices: [voiceOf(0)] } },
    ].map(({ key, value }) => ({ content_id: id, key, value: JSON.stringify(value) }))
    const created_at = app.clock.now()
    const rows = parts.map((part) => ({ ...part, created_at }))
    await app.deps.db.sql.insertInto('transcription_parts').values(rows).execute()
    await setMemory(false)
    const left = app.deps.db.sql.selectFrom('transcription_parts').select('key')
    expect(await left.where('content_id', '=', id).execute()).toEqual([{ key: 'words:1' }])
  })

  test('of any voice once all are forgotten, or the memory is switched off', async () => {
    const forget = () => app.call('DELETE', `/v1/projects/${projectId}/voices`)
    const learn = async () => {
      const id = await record()
      await name(id, 'speaker_1', 'Mary')
      await name(id, 'speaker_2', 'Ann')
    }
    await learn()
    expect((await forget()).body.data).toEqual({ deleted_count: 2 })
    expect([await samples(), await voices()]).toEqual([[], []])
    expect((await forget()).body.data).toEqual({ deleted_count: 0 })
    await learn()
    await setMemory(false)
    expect([await samples(), await voices()]).toEqual([[], []])
  })

  test('of recordings and projects that are deleted', async () => {
    const id = await record()
    await name(id, 'speaker_1', 'Mary')
    await app.call('DELETE', at(id))
    expect([await samples(), await voices()]).toEqual([[], []])
  })
})

test('keys restricted to other projects and those that only read forget nothing', async () => {
  await name(await record(), 'speaker_1', 'Mary')
  const other = await givenProject(app)
  const [voice] = await voices()
  const keys = [
    await givenKey(app, { scopes: ['read'] }),
    await givenKey(app, { project_ids: [other.id] }),
  ]
  for (const key of keys) {
    for (const rest of ['', `/${voice.id}`]) {
      const path = `/v1/projects/${projectId}/voices${rest}`
      expect((await app.call('DELETE', path, { key })).status).toBe(403)
    }
  }
  const elsewhere = `/v1/projects/${other.id}/voices/${voice.id}`
  expect((await app.call('DELETE', elsewhere)).status).toBe(404)
  expect(await namesOf()).toEqual(['Mary'])
})
