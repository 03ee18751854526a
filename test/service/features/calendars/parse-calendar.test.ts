import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  parseCalendar,
  readCalendar,
} from '../../../../service/features/calendars/parse-calendar.ts'

const folder = path.join(import.meta.dirname, '../../../fixtures/calendars')
const bounds = { from: new Date('2026-11-12'), to: new Date('2026-11-24'), own: [] }

const read = async (name: string, own: string[] = []) => {
  const { events } = parseCalendar(await readFile(path.join(folder, name), 'utf8'), {
    ...bounds,
    own,
  })
  return events
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ startsAt, endsAt, title, people, isMeeting }) => {
      const [start, end] = [startsAt, endsAt].map((at) => at.toISOString().slice(5, 16))
      return [start, end?.slice(6), title, people.join(' | '), isMeeting]
    })
}

const parse = (...lines: string[]) =>
  parseCalendar(
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
      '\n',
    ),
    bounds,
  ).events

test('of Google: exceptions, what is off and what was declined, who comes, and no alarm, day or “busy”', async () => {
  const people = 'Mary Smith | Paul Jones'
  const at = (day: number) => [`11-${day}T09:00`, '09:30', 'Daily stand-up', people, true]
  expect(await read('google.ics')).toEqual([
    ...[12, 13, 14, 15, 16].map(at),
    ['11-20T13:00', '13:30', 'Daily stand-up, moved', '', false],
    ...[21, 22, 23].map(at),
  ])
})

test('of Exchange: zones by the names of Windows, its own ones, and ones that it does not define', async () => {
  const weekly = (day: number) => [`11-${day}T09:00`, '10:00', 'Wöchentliche Abstimmung', '', true]
  expect(await read('outlook.ics')).toEqual([
    weekly(16),
    weekly(20),
    ['11-20T09:00', '10:00', 'Undefined zone', '', false],
    ['11-20T14:30', '15:30', 'Call with Boston', '', false],
    weekly(23),
  ])
})

test('of Apple and of an invitation of Zoom', async () => {
  expect(await read('apple.ics')).toEqual([
    ['11-20T14:00', '14:45', 'Retrospective', '', false],
    ['11-20T20:00', '21:00', 'Interview with Ada', 'Mary Smith | Dr. Ada King', true],
  ])
  expect(await read('zoom.ics')).toEqual([
    ['11-20T11:00', '11:30', "Mary Smith's Zoom Meeting", '', true],
  ])
})

test('whose calendar it is comes alone to what nobody else is asked to', () => {
  const alone = ['ATTENDEE;CN=Mary Smith:mailto:Mary@example.org']
  const event = ['DTSTART:20261120T100000Z', 'DTEND:20261120T110000Z', 'SUMMARY:Focus', ...alone]
  expect(parse(...event)).toMatchObject([{ people: ['Mary Smith'], isMeeting: false }])
})

test.each([
  ['a rule that nothing fulfils', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
  ['a rule of seconds', 'RRULE:FREQ=SECONDLY', 1],
  [
    'a rule by which a day is looked for without end',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    1,
  ],
  ['a line that is wrong', 'ATTENDEE;CN="Mary:mailto:x', 0],
  ['a day among excluded times', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261121', 2],
])('%s does no harm', (_name, line, count) => {
  const event = ['DTSTART:20261120T100000Z', 'DTEND:20261120T110000Z', 'SUMMARY:Talk', line]
  expect(parse(...event)).toHaveLength(count)
})

test('lines that are folded within a character', () => {
  const title = 'Abstimmung zur Übergabe der Prüfung'
  const event = ['UID:a', 'DTSTART:20261120T090000Z', 'DTEND:20261120T100000Z', `SUMMARY:${title}`]
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR']
  const bytes = Buffer.from(lines.join('\r\n'))
  for (const ending of ['\r\n ', '\n\t']) {
    const at = bytes.indexOf(Buffer.from('Ü')) + 1
    const folded = [bytes.subarray(0, at), Buffer.from(ending), bytes.subarray(at)]
    expect(readCalendar(Buffer.concat(folded), bounds).events[0]?.title).toBe(title)
  }
})
