import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { day, hour, minute } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { givenOrganization } from '../../../support/organizations.ts'

let app: TestApp
let projectId = ''

beforeAll(async () => {
  const transcriber = scriptedTranscriber(async () => ({ ...spoken(), durationSeconds: 1_800 }))
  app = await startTestApp({ transcriber })
})
afterAll(() => app.stop())
beforeEach(async () => {
  projectId = (await givenProject(app)).id
})
afterEach(async () => {
  const { body } = await app.call('GET', '/v1/calendars')
  for (const { id } of body.data) await app.call('DELETE', `/v1/calendars/${id}`)
  await app.call('DELETE', `/v1/projects/${projectId}`)
})

const toStamp = (iso: string) => `${iso.replaceAll(/[-:]/g, '')}00Z`
const event = (title: string, start: string, end: string, ...more: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${title}`,
    `DTSTART:${toStamp(start)}`,
    `DTEND:${toStamp(end)}`,
    `SUMMARY:${title}`,
    ...more,
    'END:VEVENT',
  ].join('\r\n')
const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Work', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )

const add = (ics: string, more: object = {}) =>
  app.call('POST', '/v1/calendars', { body: { ics, ...more } })
const givenCalendar = async (...events: string[]): Promise<string> =>
  (await add(calendarOf(...events))).body.data.id

const sync = event('Weekly sync', '2026-11-20T10:00', '2026-11-20T11:00')
/** Half an hour of sound from 10:00 on, by the name that Zoom gives. */
const zoom = { filename: 'GMT20261120-100000_Recording.wav' }

const item = (id: string) => `/v1/projects/${projectId}/content/${id}`
const shown = async (id: string) => {
  const { title, title_source } = (await app.call('GET', item(id))).body.data
  return [title, title_source]
}
const eventOf = async (id: string) => (await app.call('GET', `${item(id)}/event`)).body.data
const choose = (id: string, event_id: string | null) =>
  app.call('PUT', `${item(id)}/event`, { body: { event_id } })

// The first test: it counts minutes from where the clock begins.
test('a meeting with others that begins is told of, unless its calendar does not remind', async () => {
  const mary = 'ATTENDEE;CN=Mary Smith:mailto:mary@example.org'
  const paul = 'ATTENDEE;CN=Paul Jones:mailto:paul@example.org'
  const id = await givenCalendar(
    event('Interview', '2026-11-21T09:05', '2026-11-21T09:45', mary, paul),
    event('Focus', '2026-11-21T09:05', '2026-11-21T09:45', mary),
    event('Call', '2026-11-21T09:07', '2026-11-21T09:45', 'LOCATION:https://zoom.us/j/1'),
  )
  const told = async () =>
    (await app.call('GET', '/v1/calendars/reminders')).body.data.map(
      ({ title }: { title: string }) => title,
    )
  expect(await told()).toEqual([])
  app.clock.advance(4 * minute)
  expect(await told()).toEqual(['Interview'])
  app.clock.advance(3 * minute)
  expect(await told()).toEqual(['Interview', 'Call'])
  app.clock.advance(9 * minute)
  expect(await told()).toEqual(['Call'])
  await app.call('PATCH', `/v1/calendars/${id}`, { body: { is_reminding: false } })
  expect(await told()).toEqual([])
})

test('a recording of an event is called so, is found so, and says who was asked to come', async () => {
  await givenCalendar(
    event(
      'Weekly sync',
      '2026-11-20T10:00',
      '2026-11-20T11:00',
      'ATTENDEE;CN=Mary Smith:mailto:m@x.org',
    ),
    event('Lunch', '2026-11-20T11:00', '2026-11-20T12:00'),
  )
  const id = await givenRecording(app, projectId, zoom)
  expect(await shown(id)).toEqual(['Weekly sync', 'calendar'])
  expect(await eventOf(id)).toMatchObject({
    event: { title: 'Weekly sync', people: ['Mary Smith'], starts_at: '2026-11-20T10:00:00.000Z' },
    is_chosen: false,
    others: [],
  })
  const found = await app.call('GET', '/v1/search/content?q=weekly')
  expect(found.body.data).toMatchObject([{ id }])
})

test('a name that a person gave stays, as does one that the file tells', async () => {
  await givenCalendar(sync)
  const told = await givenRecording(app, projectId, { filename: '2026-11-20 10-00-00 Budget.wav' })
  expect(await shown(told)).toEqual(['Budget', 'file'])
  const id = await givenRecording(app, projectId, zoom)
  await app.call('PATCH', item(id), { body: { title: 'Mine' } })
  expect(await shown(id)).toEqual(['Mine', 'person'])
  await app.call('PATCH', item(id), { body: { title: null } })
  expect(await shown(id)).toEqual(['Weekly sync', 'calendar'])
})

test('a calendar names recordings that were there before it, and later times find other events', async () => {
  const id = await givenRecording(app, projectId, zoom)
  expect(await shown(id)).toEqual(['Recording 2026-11-20 10.00', 'file'])
  await givenCalendar(sync, event('Review', '2026-11-19T10:00', '2026-11-19T10:30'))
  expect(await shown(id)).toEqual(['Weekly sync', 'calendar'])
  const move = (recorded_at: string) => app.call('PATCH', item(id), { body: { recorded_at } })
  await move('2026-11-19T10:05:00Z')
  expect(await shown(id)).toEqual(['Review', 'calendar'])
  await move('2026-11-18T10:05:00Z')
  expect(await shown(id)).toEqual(['Recording 2026-11-20 10.00', 'file'])
})

test('of two events the one that overlaps most is taken; a person takes the other, or none', async () => {
  await givenCalendar(sync, event('Stand-up', '2026-11-20T09:50', '2026-11-20T10:10'))
  const id = await givenRecording(app, projectId, zoom)
  const { event: first, others } = await eventOf(id)
  expect([first.title, others.map(({ title }: { title: string }) => title)]).toEqual([
    'Weekly sync',
    ['Stand-up'],
  ])
  const chosen = await choose(id, others[0].id)
  expect(chosen.body.data).toMatchObject({ event: { title: 'Stand-up' }, is_chosen: true })
  expect(await shown(id)).toEqual(['Stand-up', 'calendar'])
  expect((await choose(id, null)).body.data).toMatchObject({ event: null, is_chosen: true })
  expect(await shown(id)).toEqual(['Recording 2026-11-20 10.00', 'file'])
  // Said by a person, so that nothing is found anew.
  await givenCalendar(sync)
  expect((await eventOf(id)).event).toBe(null)
  expect((await choose(id, 'cev_other')).body.error.details[0].field).toBe('event_id')
})

test('an event that a recording overlaps by little is offered, and gives no name', async () => {
  await givenCalendar(event('Next', '2026-11-20T10:25', '2026-11-20T11:25'))
  const id = await givenRecording(app, projectId, zoom)
  expect(await eventOf(id)).toMatchObject({ event: null, others: [{ title: 'Next' }] })
  expect((await shown(id))[1]).toBe('file')
})

test('with a calendar its events go; what recordings are called stays', async () => {
  const calendar = await givenCalendar(sync)
  const id = await givenRecording(app, projectId, zoom)
  expect((await app.call('DELETE', `/v1/calendars/${calendar}`)).status).toBe(200)
  expect(await shown(id)).toEqual(['Weekly sync', 'calendar'])
  expect(await eventOf(id)).toEqual({ event: null, is_chosen: false, others: [] })
  const left = await app.deps.db.sql.selectFrom('calendar_events').selectAll().execute()
  expect(left).toEqual([])
})

test('events that are long over are forgotten, but for those of recordings', async () => {
  await givenCalendar(
    event('Kick-off', '2026-10-23T10:00', '2026-10-23T11:00'),
    event('Review', '2026-10-23T12:00', '2026-10-23T13:00'),
  )
  await givenRecording(app, projectId, { filename: 'GMT20261023-100000_Recording.wav' })
  app.clock.advance(2 * hour)
  app.clock.advance(2 * day)
  const titles = async () => {
    const rows = await app.deps.db.sql.selectFrom('calendar_events').select('title').execute()
    return rows.map(({ title }) => title)
  }
  await expect.poll(titles).toEqual(['Kick-off'])
})

test('nothing is kept but times, titles and names', async () => {
  const text = await readFile(
    path.join(import.meta.dirname, '../../../fixtures/calendars/google.ics'),
    'utf8',
  )
  const { body } = await add(text)
  expect(body.data).toMatchObject({
    name: 'mary@example.org',
    source: 'file',
    host: null,
    error: null,
  })
  const rows = await app.deps.db.sql.selectFrom('calendar_events').selectAll().execute()
  const kept = JSON.stringify(rows.map(({ uid: _uid, ...rest }) => rest))
  for (const secret of ['meet.google.com', 'paul.jones@', 'Please do not edit']) {
    expect(kept).not.toContain(secret)
  }
})

test('what is no calendar is refused, and a calendar is renamed', async () => {
  const refused = await add('a,b\n1,2\n')
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'ics'])
  const binary = await add(`BEGIN:VCALENDAR\u0001`)
  expect(binary.body.error.details[0]).toMatchObject({ field: 'ics', code: 'calendar_unreadable' })
  const id = await givenCalendar(sync)
  const renamed = await app.call('PATCH', `/v1/calendars/${id}`, { body: { name: 'Private' } })
  expect(renamed.body.data).toMatchObject({ id, name: 'Private', event_count: 1 })
  const listed = await app.call('GET', '/v1/calendars')
  expect(listed.body.data).toMatchObject([{ id, name: 'Private' }])
})

test('who declined is told among the members of the own organization only', async () => {
  const guest = await givenOrganization(app)
  const { email } = (await guest.app.call('GET', '/v1/members')).body.data[0]
  const declined = `ATTENDEE;CN=Ann;PARTSTAT=DECLINED:mailto:${email}`
  const ics = calendarOf(event('Board', '2026-11-20T10:00', '2026-11-20T11:00', declined))
  const counted = async ({ call }: Pick<TestApp, 'call'>) =>
    (await call('POST', '/v1/calendars', { body: { ics } })).body.data.event_count
  expect([await counted(guest.app), await counted(app)]).toEqual([0, 1])
})
