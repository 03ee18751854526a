import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spokenBy } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let heard: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => heard) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  heard = spokenBy([
    [0, 'We will send the contract on Friday.'],
    [1, 'That is far too late for us.'],
    [0, 'Then take it on Monday.'],
  ])
})

const at = (id: string) => `/v1/projects/${projectId}/content/${id}/transcript`
const call = (method: string, id: string, rest: string, body?: object) =>
  app.call(method, at(id) + rest, body && { body })
const read = async (id: string, query = '') => (await app.call('GET', at(id) + query)).body.data
const given = async () => {
  const id = await givenRecording(app, projectId)
  return { id, transcript: await read(id) }
}

describe('correcting what was said', () => {
  test('keeps the times of unchanged words, and of the segment', async () => {
    const { id, transcript } = await given()
    const [segment] = transcript.segments
    const text = 'We will mail the signed contract on Monday.'
    const { status, body } = await call('PATCH', id, `/segments/${segment.id}`, { text })
    expect(status).toBe(200)
    const [changed, ...others] = body.data.segments
    expect(others).toEqual([])
    expect(changed).toMatchObject({ id: segment.id, start: segment.start, end: segment.end, text })
    const old = (word: string) => segment.words.find((one: { text: string }) => one.text === word)
    expect(changed.words[0]).toEqual(old('We'))
    expect(changed.words[5]).toEqual(old('contract'))
    const { start, end } = old('send')
    expect(changed.words[2]).toMatchObject({ text: 'mail', start, end, confidence: 1 })
    expect(await read(id)).toMatchObject({ version: 2, origin: 'edited', based_on: 1 })
  })
})
