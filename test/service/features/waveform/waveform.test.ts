import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAudio } from '../../../../service/engine/decode/decode-audio.ts'
import { openRecording } from '../../../../service/engine/pipeline/recording.ts'
import { drawWaveform } from '../../../../service/engine/pipeline/waveform.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { makeWav } from '../../../support/sound.ts'

// The recordings are really decoded; only what is heard in them is scripted.

let app: TestApp
let folder: string
let projectId: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-waveform-'))
  const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
  const transcriber = scriptedTranscriber(async ({ audioPath }, options) => {
    const target = path.join(folder, 'sound.wav')
    const { onReadable: _told, ...rest } = options
    const sound = await decodeAudio(deps, { path: audioPath, target }, rest)
    const recording = await openRecording(target, sound, options.signal)
    await options.onWaveform?.(drawWaveform(recording))
    return spoken()
  })
  app = await startTestApp({ transcriber })
  projectId = (await givenProject(app)).id
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (contentId: string, project = projectId) =>
  `/v1/projects/${project}/content/${contentId}/waveform`

const tone = (time: number, loudness: number) => loudness * Math.sin(2 * Math.PI * 300 * time)

async function waveformOf(
  seconds: number,
  level: (channel: number, time: number) => number,
  channels = 1,
) {
  const bytes = new Uint8Array(makeWav({ rate: 16_000, channels }, seconds, level))
  const id = await givenRecording(app, projectId, { bytes })
  const { status, body } = await app.call('GET', urlOf(id))
  expect(status).toBe(200)
  return { id, ...body.data }
}

test('silence is 0, the loudest moment 100, and what is half as loud is 50', async () => {
  const loudness = [0, 0.8, 0.4, 0, 0]
  const { id, ...drawn } = await waveformOf(5, (_, time) =>
    tone(time, loudness[Math.floor(time)] ?? 0),
  )
  expect(drawn).toMatchObject({ content_id: id, seconds_per_peak: 0.05, channels: 1 })
  const [peaks] = drawn.peaks
  expect(peaks).toHaveLength(100)
  const at = (seconds: number) => peaks[Math.round(seconds / 0.05)]
  expect([at(0.5), at(1.5), at(2.5), at(3.5)]).toEqual([0, 100, 50, 0])
  expect(drawn.quiet).toEqual([
    { start: 0, end: 1 },
    { start: 3, end: 5 },
  ])
})

test('each side of a call has its own peaks, and quiet is where neither speaks', async () => {
  const speaks = [
    [1, 0, 0, 0, 1, 0, 0],
    [0, 1, 0, 0, 0, 0, 1],
  ]
  const { channels, peaks, quiet } = await waveformOf(
    7,
    (channel, time) => tone(time, 0.5 * (speaks[channel]?.[Math.floor(time)] ?? 0)),
    2,
  )
  expect(channels).toBe(2)
  const transcribed = peaks.map((lane: number[]) =>
    Array.from({ length: 7 }, (_, at) => Number((lane[at * 20 + 10] ?? 0) > 50)),
  )
  expect(transcribed).toEqual(speaks)
  expect(quiet).toEqual([
    { start: 2, end: 4 },
    { start: 5, end: 6 },
  ])
})

test('a copy of one channel on the other is drawn once', async () => {
  const { channels } = await waveformOf(2, (_, time) => tone(time, 0.5), 2)
  expect(channels).toBe(1)
})

test('it is drawn anew with each transcription and deleted with the recording', async () => {
  const { id } = await waveformOf(2, (_, time) => tone(time, 0.5))
  await app.call('POST', `/v1/projects/${projectId}/content/${id}/reprocess`)
  await app.idle()
  expect((await app.call('GET', urlOf(id))).status).toBe(200)
  await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
  expect((await app.call('GET', urlOf(id))).status).toBe(404)
  const rows = await app.deps.db.sql.selectFrom('waveforms').select('content_id').execute()
  expect(rows.map(({ content_id: at }) => at)).not.toContain(id)
})

test('without one the answer says so, and other ids are as unknown as ever', async () => {
  const { id } = await waveformOf(2, (_, time) => tone(time, 0.5))
  const other = await givenProject(app)
  const foreign = await app.call('GET', urlOf(id, other.id))
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found'])
  // As recordings are that were decoded before waveforms were kept.
  await app.deps.db.sql.deleteFrom('waveforms').where('content_id', '=', id).execute()
  const missing = await app.call('GET', urlOf(id))
  expect([missing.status, missing.body.error.code]).toEqual([404, 'waveform_missing'])
})
