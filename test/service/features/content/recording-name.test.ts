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

const untitled = 'Recording 2024-11-04 15.00'
const zoomUntitled = `Recording ${zoomHere}`

test.each([
  // Zoom
  ['GMT20241104-150000_Recording_1920x1080.mp4', zoomUntitled, utc],
  ['GMT20241104-150000_Recording_gallery_1280x720.mp4', zoomUntitled, utc],
  ['GMT20241104-150000_Recording.transcript.vtt', zoomUntitled, utc],
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
  ['abc-defg-hij (2024-11-04 15_00 GMT).mp4', zoomUntitled, utc],
  // Webex, GoTo, OBS
  ['Weekly sync-20241104 1500-1.mp4', 'Weekly sync', here(2024, 11, 4, 15)],
  ['2024-11-04 15.00 Weekly sync.mp4', 'Weekly sync', here(2024, 11, 4, 15)],
  ['2024-11-04 15-00-12.mkv', untitled, atThree],
  ['2024-11-04_15-00-12.mp4', untitled, atThree],
  // Telephones
  ['Call recording Mary Ann_241104_150012.m4a', 'Mary Ann', atThree],
  ['Voice 241104_150012.m4a', untitled, atThree],
  ['20241104 150012-096B2196.m4a', untitled, atThree],
  ['20241104_150012.123-0400_out_5551234567_Mary Ann.oga', 'Mary Ann', '2024-11-04T19:00:12.000Z'],
  ['REC20241104150012.mp3', untitled, atThree],
  ['20241104150012_2.mp3', untitled, atThree],
  ['Mary Ann(5551234567)_20241104150012.mp3', 'Mary Ann', atThree],
  ['Mary Ann@0015551234567_20241104150012.amr', 'Mary Ann', atThree],
  ['Call_+491701234567_241104_150012.m4a', untitled, atThree],
  ['CallRecord_20241104-150012_+12192826655.m4a', untitled, atThree],
  ['+48123456789_241104_150012577.amr', untitled, atThree],
  ['10987654321-2411041500.mp3', untitled, here(2024, 11, 4, 15)],
  ['20241104_150012.793+0000_in_+16505551212.ogg', zoomUntitled, '2024-11-04T15:00:12.000Z'],
  ['Operator (5433 Mobile) 2024-11-04_150012_out.amr', 'Operator (5433 Mobile)', atThree],
  ['2024-11-04-150012-call_Mary Ann.m4a', 'Mary Ann', atThree],
  ['2024_11_04_15_00_12.m4a', untitled, atThree],
  ['2024-11-04_150012.m4a', untitled, atThree],
  ['signal-2024-11-04-150012.mp4', untitled, atThree],
  ['audio_2024-11-04_15-00-12.ogg', untitled, atThree],
  // Recorders: Sony, Zoom, Olympus, Tascam, Rockbox
  ['241104_1500.mp3', untitled, here(2024, 11, 4, 15)],
  ['241104_1500_01.mp3', untitled, here(2024, 11, 4, 15)],
  ['241104-150012.WAV', untitled, atThree],
  ['241104_150012_TrLR.WAV', untitled, atThree],
  ['241104_0001.MP3', 'Recording 2024-11-04', here(2024, 11, 4, 12)],
  ['241104_001.MP3', 'Recording 2024-11-04', here(2024, 11, 4, 12)],
  ['R_MIC_241104-150012.mp3', untitled, atThree],
  ['DM650001.MP3', null, null],
  ['ZOOM0001_LR.WAV', null, null],
  ['TASCAM_0001.wav', null, null],
  // Browsers and screens
  ['recording-2024-11-04T15_00_12.345Z.webm', zoomUntitled, '2024-11-04T15:00:12.000Z'],
  ['recording-1730732412000.webm', zoomUntitled, '2024-11-04T15:00:12.000Z'],
  ['audioclip-1730732412000-12345.mp4', zoomUntitled, '2024-11-04T15:00:12.000Z'],
  ['Screen Recording 2024-11-04 at 3.00.12\u202fPM.mov', untitled, atThree],
  ['Screen Recording 2024-11-04 150012.mp4', untitled, atThree],
  ['Bildschirmaufnahme 2024-11-04 um 15.00.12.mov', untitled, atThree],
  ['Gespräch mit Mary 04.11.2024 15.00.m4a', 'Gespräch mit Mary', here(2024, 11, 4, 15)],
  ['weekly-sync_2024-11-04-15-00-12.mp4', 'weekly sync', atThree],
  ['GMT20241104-150000_88v27Vl8TzyusVnY6y2uHw_VideoRecording.mp3', zoomUntitled, utc],
  // WhatsApp
  ['WhatsApp Audio 2024-11-04 at 15.00.12.ogg', untitled, atThree],
  ['WhatsApp Ptt 2024-11-04 at 3.00.12 PM.ogg', untitled, atThree],
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
  ['REC20241304150012.mp3', null, null],
  ['REC20271104150012.mp3', null, null],
  ['Mary Ann-2012051234.mp3', null, null],
  ['recording-17307324120001.webm', null, null],
  ['241304_0001.MP3', null, null],
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
