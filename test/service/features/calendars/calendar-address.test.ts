import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { day, hour, minute } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'

let app: TestApp
let server: Receiver
let logged = ''

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  server = await startReceiver()
  app = await startTestApp({
    log: pino({ level: 'debug' }, sink),
    webhookAuthorities: [server.authority],
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1,::1' },
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(() => {
  logged = ''
})
afterEach(async () => {
  const { body } = await app.call('GET', '/v1/calendars')
  for (const { id } of body.data) await app.call('DELETE', `/v1/calendars/${id}`)
})

const calendarOf = (title: string) =>
  [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Work',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20261122T100000Z',
    'DTEND:20261122T110000Z',
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

const secret = 'private-0c3f9a'
const place = `/${secret}/basic.ics`
const serve = (title: string, headers = {}) =>
  server.behave(place, { status: 200, headers, body: calendarOf(title) })

const add = (url = server.url(place)) => app.call('POST', '/v1/calendars', { body: { url } })
const calendar = async () => (await app.call('GET', '/v1/calendars')).body.data[0]
const titles = async () => {
  const rows = await app.deps.db.sql.selectFrom('calendar_events').select('title').execute()
  return rows.map(({ title }) => title)
}
const pass = async (ms: number) => {
  app.clock.advance(ms)
  await app.idle()
}

test('an address is read at once and again, asks only for what changed, and is told to nobody', async () => {
  serve('Weekly sync', { etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' })
  const { status, body } = await add(server.url(place).replace('https:', 'webcal:'))
  const host = `localhost:${server.port}`
  expect([status, body.data.name, body.data.host, body.data.read_at]).toEqual([
    201,
    host,
    host,
    null,
  ])
  await app.idle()
  expect(await calendar()).toMatchObject({ name: 'Work', event_count: 1, error: null })
  expect(await titles()).toEqual(['Weekly sync'])

  server.behave(place, { status: 304 })
  await pass(30 * minute)
  expect(server.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': 'Sat, 21 Nov 2026 08:00:00 GMT',
  })
  expect(await titles()).toEqual(['Weekly sync'])
  serve('Renamed')
  await app.call('POST', `/v1/calendars/${body.data.id}/refresh`)
  await app.idle()
  expect(await titles()).toEqual(['Renamed'])
  await pass(day)
  expect(server.requests.at(-1)?.headers).not.toHaveProperty('if-none-match')

  const { calendars } = (await app.call('GET', '/v1/privacy')).body.data
  expect(calendars).toMatchObject([{ id: body.data.id, name: 'Work', host }])
  const rows = await app.deps.db.sql.selectFrom('calendars').selectAll().execute()
  const audit = await app.call('GET', '/v1/audit-log')
  const told = [calendars, rows, audit.body, await calendar()].map((one) => JSON.stringify(one))
  expect([...told, logged].filter((text) => text.includes(secret))).toEqual([])
})

test('where it fails is told without the address, and it is tried again ever later', async () => {
  serve('Weekly sync')
  await add()
  await app.idle()
  server.behave(place, { status: 404 })
  await pass(30 * minute)
  const { error, event_count: count } = await calendar()
  expect([error.code, error.message.includes('404'), count]).toEqual(['http_status', true, 1])
  const before = server.requests.length
  await pass(5 * minute)
  expect(server.requests.length).toBe(before + 1)
  await pass(9 * minute)
  expect(server.requests.length).toBe(before + 1)
  server.behave(place, { status: 200, body: 'no calendar' })
  await pass(minute)
  expect((await calendar()).error.code).toBe('calendar_unreadable')
  serve('Again')
  await pass(6 * hour)
  expect([(await calendar()).error, await titles()]).toEqual([null, ['Again']])
  expect(logged).not.toContain(secret)
})

test.each([
  ['http', 'http://example.com/a.ics', 'https_required'],
  ['a private address', 'https://10.0.0.1/a.ics', 'address_blocked'],
  ['with a password', 'https://a:b@example.com/a.ics', 'credentials_not_allowed'],
  ['no address', 'calendar', 'invalid'],
])('an address that is refused: %s', async (_name, url, code) => {
  const { status, body } = await add(url)
  expect([status, body.error.details[0]]).toMatchObject([400, { field: 'url', code }])
})

test('redirects are followed to where they may lead, and an answer that is too large is let go', async () => {
  const onward = (location: string) => server.behave(place, { status: 302, headers: { location } })
  server.behave('/there', { status: 200, body: calendarOf('There') })
  onward('/there')
  const { id } = (await add()).body.data
  await app.idle()
  expect(await titles()).toEqual(['There'])
  const refresh = async () => {
    await app.call('POST', `/v1/calendars/${id}/refresh`)
    await app.idle()
    return (await calendar()).error?.code
  }
  onward('https://10.0.0.1/')
  expect(await refresh()).toBe('address_blocked')
  onward('http://localhost/')
  expect(await refresh()).toBe('https_required')
  onward(place)
  expect(await refresh()).toBe('http_status')
  server.behave(place, 'huge-body')
  expect(await refresh()).toBe('calendar_too_large')
  const again = await add()
  expect(again.body.error.details[0]).toMatchObject({ field: 'url', code: 'known' })
  expect(await titles()).toEqual(['There'])
})
