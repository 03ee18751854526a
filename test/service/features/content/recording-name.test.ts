import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecordingName } from '../../../../service/features/content/recording-name.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

const now = new Date('2026-11-21T09:00:00Z')
const read = (filename: string, folder?: string) => {
  const { title, recordedAt } = readRecordingName(filename, { folder, now })
  return [title, recordedAt?.toISOString() ?? null]
}
/** On the clock of the machine. */
const here = (...[year, month, ...rest]: [number, number, number, number, number?, number?]) =>
  new Date(year, month - 1, ...rest).toISOString()

const atThree = here(2024, 11, 4, 15, 0, 12)
const utc = '2024-11-04T15:00:00.000Z'
const zoomHere = (() => {
  const at = new Date(utc)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}.${two(at.getMinutes())}`
})()

test.each([
  // Zoom
  ['GMT20241104-150000_Recording_1920x1080.mp4', `Recording ${zoomHere}`, utc],
  ['GMT20241104-150000_Recording_gallery_1280x720.mp4', `Recording ${zoomHere}`, utc],
  ['GMT20241104-150000_Recording.transcript.vtt', `Recording ${zoomHere}`, utc],
  ['GMT20241104-150000_Weekly-sync_1920x1080.mp4', 'Weekly sync', utc],
  // Teams, in two languages
  ['Weekly sync-20241104_150012-Meeting Recording.mp4', 'Weekly sync', atThree],
  ['Wochenrunde-20241104_150012-Besprechungsaufzeichnung.mp4', 'Wochenrunde', atThree],
  [
    'Call with Mary and Tom-20241104_150012-Meeting Recording 1.mp4',
    'Call with Mary and Tom',
    atThree,
  ],
  // Google Meet, as it is called and as it is saved
  ['Weekly sync (2024-11-04 15:00 GMT+1).mp4', 'Weekly sync', '2024-11-04T14:00:00.000Z'],
  ['Weekly sync (2024-11-04 at 15_00 GMT-5).mp4', 'Weekly sync', '2024-11-04T20:00:00.000Z'],
  ['Weekly sync - 2024_11_04 15_00 CET - Recording.mp4', 'Weekly sync', '2024-11-04T14:00:00.000Z'],
  ['abc-defg-hij (2024-11-04 15_00 GMT).mp4', `Recording ${zoomHere}`, utc],
  // Webex, GoTo, OBS
  ['Weekly sync-20241104 1500-1.mp4', 'Weekly sync', here(2024, 11, 4, 15)],
  ['2024-11-04 15.00 Weekly sync.mp4', 'Weekly sync', here(2024, 11, 4, 15)],
  ['2024-11-04 15-00-12.mkv', 'Recording 2024-11-04 15.00', atThree],
  ['2024-11-04_15-00-12.mp4', 'Recording 2024-11-04 15.00', atThree],
  // Telephones
  ['Call recording Mary Ann_241104_150012.m4a', 'Mary Ann', atThree],
  ['Voice 241104_150012.m4a', 'Recording 2024-11-04 15.00', atThree],
  ['20241104 150012-096B2196.m4a', 'Recording 2024-11-04 15.00', atThree],
  ['20241104_150012.123-0400_out_5551234567_Mary Ann.oga', 'Mary Ann', '2024-11-04T19:00:12.000Z'],
  ['REC20241104150012.mp3', null, null],
  // WhatsApp
  ['WhatsApp Audio 2024-11-04 at 15.00.12.ogg', 'Recording 2024-11-04 15.00', atThree],
  ['WhatsApp Ptt 2024-11-04 at 3.00.12 PM.ogg', 'Recording 2024-11-04 15.00', atThree],
  ['PTT-20241104-WA0001.opus', 'Recording 2024-11-04', here(2024, 11, 4, 12)],
  // What a person called it
  ['2024-11-04 Budget with Mary.m4a', 'Budget with Mary', here(2024, 11, 4, 12)],
  ['Budget with Mary.m4a', null, null],
  ['Planning 2027-01-01 09.00.m4a', null, null],
  ['Voice 001.m4a', null, null],
  ['New Recording 12.m4a', null, null],
  ['zoom_0.mp4', null, null],
  // No times
  ['2024-02-31 15-00-12.mkv', null, null],
  ['20241304_150012.wav', null, null],
  ['Invoice 20241104150012345.mp3', null, null],
])('%s is %s of %s', (filename, title, recordedAt) => {
  expect(read(filename)).toEqual([title, recordedAt])
})

test.each([
  ['video1234567890.mp4', '2024-11-04 15.00.12 Weekly sync', 'Weekly sync'],
  [
    'audio_only.m4a',
    '2024-11-04 15.00.12 Mary Ann’s Zoom Meeting 12345678901',
    'Mary Ann’s Zoom Meeting',
  ],
  ['zoom_0.mp4', '2024-11-04 15.00.12 12345678901', 'Recording 2024-11-04 15.00'],
])('%s is what the folder %s tells', (filename, folder, title) => {
  expect(read(filename, folder)).toEqual([title, atThree])
})

describe('an upload', () => {
  let app: TestApp
  let projectId: string
  beforeAll(async () => {
    app = await startTestApp()
    projectId = (await givenProject(app)).id
  })
  afterAll(() => app.stop())
  const place = (id: string) => `/v1/projects/${projectId}/content/${id}`

  test('takes time and title from its name, which a person may change and take back', async () => {
    const filename = 'Weekly sync-20241104_150012-Meeting Recording.mp4'
    const id = await givenRecording(app, projectId, { filename, content_type: 'video/mp4' })
    const item = async () => (await app.call('GET', place(id))).body.data
    const asNamed = { title: 'Weekly sync', title_source: 'file', recorded_at: atThree, filename }
    expect(await item()).toMatchObject(asNamed)
    await app.call('PATCH', place(id), { body: { title: 'Budget' } })
    expect(await item()).toMatchObject({ title: 'Budget', title_source: 'person' })
    await app.call('PATCH', place(id), { body: { title: null } })
    expect(await item()).toMatchObject(asNamed)
    const { body } = await app.call('GET', `/v1/projects/${projectId}/content?q=weekly sync`)
    expect(body.data).toMatchObject([{ id }])
  })
})
