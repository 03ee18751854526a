// What a calendar (iCalendar, RFC 5545) says of the time around now.
import ICAL from 'ical.js'
import { hour } from '../../core/time.ts'
import { decodeText } from '../../engine/transcript-import/decode-text.ts'
import { peopleOf, type Person } from './people.ts'
import { createZones, type ZoneOf } from './time-zones.ts'

/** Something that takes place once; of what it says, no more than is kept. */
export type ReadEvent = {
  uid: string
  startsAt: Date
  endsAt: Date
  title: string
  people: string[]
  /** Whether somebody else takes part, or there is a link to a conference. */
  isMeeting: boolean
}

export type ReadCalendar = { name: string | null; events: ReadEvent[] }

/** `own`: addresses of whoever the calendar may belong to, in lower case. */
export type CalendarBounds = { from: Date; to: Date; own: readonly string[] }

/** Choices: what is longer is no conversation, and nobody has more in a year. */
const longestMs = 12 * hour
const mostEvents = 5_000
/** Of one rule: every day for eighty years. */
const mostTurns = 30_000

export class CalendarUnreadable extends Error {}

/**
 * Reads the bytes of a file. Simple programs fold lines within a character, so that lines are unfolded before the bytes
 * are decoded (RFC 5545, 3.1). Throws CalendarUnreadable, and JobError for what is no text.
 */
export const readCalendar = (bytes: Uint8Array, bounds: CalendarBounds): ReadCalendar =>
  parseCalendar(decodeText(unfold(bytes)), bounds)

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20]

/** Without line ends that a blank follows. In UTF-16 no such bytes follow each other. */
function unfold(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 1 : at
    const next = bytes[end + 1]
    if (bytes[end] === lineFeed && (next === space || next === tab)) at = end + 1
    else unfolded[length++] = bytes[at] ?? 0
  }
  return unfolded.subarray(0, length)
}

/** Throws CalendarUnreadable; an event that cannot be read costs no other. */
export function parseCalendar(text: string, bounds: CalendarBounds): ReadCalendar {
  const unfolded = text.replaceAll(/\n[ \t]/g, '')
  if (!/^BEGIN:VCALENDAR\s*$/im.test(unfolded)) {
    throw new CalendarUnreadable('The file is no calendar (.ics).')
  }
  const name = unescaped(lineOf(unfolded, 'X-WR-CALNAME'))
  // A message that something does not take place.
  if (lineOf(unfolded, 'METHOD').toUpperCase() === 'CANCEL')
    return { name: name || null, events: [] }
  const own = new Set([...bounds.own, name.toLowerCase(), addressOf(unfolded)])
  const zoneOf = createZones(readZones(unfolded), lineOf(unfolded, 'X-WR-TIMEZONE'))
  const reading = { ...bounds, own, zoneOf }
  const events = [...readSeries(unfolded, zoneOf)].flatMap((series) => readable(series, reading))
  if (events.length > mostEvents) {
    throw new CalendarUnreadable(`The calendar has more than ${mostEvents} events around now.`)
  }
  return { name: name || null, events }
}

const lineOf = (text: string, property: string): string =>
  new RegExp(`^${property}(?:;[^:\n]*)?:(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''

const unescaped = (text: string) => text.replaceAll(/\\([,;\\])/g, '$1').trim()

/** Of whom Exchange says that it is their calendar. */
const addressOf = (text: string) => lineOf(text, 'X-MS-OLK-OWNER').toLowerCase()

const blocksOf = (text: string, name: string): string[] =>
  text.match(new RegExp(`^BEGIN:${name}\\s*$[^]*?^END:${name}\\s*$`, 'gim')) ?? []

function readZones(text: string): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar')
  for (const block of blocksOf(text, 'VTIMEZONE')) {
    const zone = readComponent(block)
    if (zone) calendar.addSubcomponent(zone)
  }
  // Its look-up is begun by a calendar that was read whole.
  return ICAL.Component.fromString(calendar.toString())
}

function readComponent(block: string): ICAL.Component | null {
  try {
    return ICAL.Component.fromString(block)
  } catch {
    return null
  }
}

type Entry = { component: ICAL.Component; hasLink: boolean; sequence: number }
/** What has one UID: how it repeats, and where it differs. */
type Series = { uid: string; entries: Entry[] }

const needed =
  /^(BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|SUMMARY|STATUS|ORGANIZER|ATTENDEE)\b/i
const conference =
  /\b(zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|webex\.com|whereby\.com|meet\.jit\.si|gotomeet|bluejeans\.com|chime\.aws)\b|^(CONFERENCE|X-GOOGLE-CONFERENCE|X-MICROSOFT-SKYPETEAMSMEETINGURL)\b/im

function readSeries(text: string, zoneOf: ZoneOf): Iterable<Series> {
  const all = new Map<string, Series>()
  for (const block of blocksOf(text, 'VEVENT')) {
    const own = block.replaceAll(/^BEGIN:VALARM\s*$[^]*?^END:VALARM\s*$/gim, '')
    // The rest is not kept, and one line that is wrong would cost the event.
    const lines = own.split('\n').filter((line) => needed.test(line))
    const component = readComponent(lines.map(sayDay).join('\r\n'))
    if (!component) continue
    component.getTimeZoneByID = zoneOf
    const uid = textOf(component, 'uid') || textOf(component, 'summary')
    const sequence = Number(textOf(component, 'sequence')) || 0
    const series = all.get(uid) ?? { uid, entries: [] }
    series.entries.push({ component, sequence, hasLink: conference.test(own) })
    all.set(uid, series)
  }
  return all.values()
}

/** Some programs write days without saying that they are no times. */
const sayDay = (line: string) =>
  line.replace(
    /^(DTSTART|DTEND|EXDATE|RECURRENCE-ID)((?:;(?!VALUE)[^:;]*)*):(?=\d{8}(,\d{8})*\s*$)/i,
    '$1$2;VALUE=DATE:',
  )

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '').trim()

type Reading = Omit<CalendarBounds, 'own'> & { own: ReadonlySet<string>; zoneOf: ZoneOf }

function readable(series: Series, reading: Reading): ReadEvent[] {
  try {
    return eventsOf(series, reading)
  } catch {
    return []
  }
}

/** The events of a series within the bounds, each as its newest entry has it. */
function eventsOf({ uid, entries }: Series, reading: Reading): ReadEvent[] {
  const newest = new Map<number | null, Entry>()
  for (const entry of entries) {
    const id = timeOf(entry.component, 'recurrence-id', reading)?.getTime() ?? null
    if (entry.sequence >= (newest.get(id)?.sequence ?? 0)) newest.set(id, entry)
  }
  return [...newest].flatMap(([id, entry]) => {
    const facts = factsOf(entry, reading)
    if (!facts) return []
    const { lengthMs, ...kept } = facts
    const starts =
      id === null
        ? startsOf(entry.component, reading).filter((ms) => !newest.has(ms))
        : [facts.startMs]
    const { startMs: _first, ...event } = kept
    return starts
      .filter((ms) => ms + lengthMs > reading.from.getTime() && ms < reading.to.getTime())
      .map((ms) => ({
        ...{ uid, ...event },
        startsAt: new Date(ms),
        endsAt: new Date(ms + lengthMs),
      }))
  })
}

/** Titles of times that a calendar shows to others, and what programs put before those of events that are off. */
const nameless = /^(busy|beschäftigt|gebucht|besetzt|occupé|ocupado|occupato|bezet)$/i
const isOff = /^(cancell?ed|abgesagt|annulé|cancelado|annullato|geannuleerd)\s*:/i

/** What an entry says; null of what is no conversation, is off, or was declined. */
function factsOf({ component, hasLink }: Entry, reading: Reading) {
  const title = textOf(component, 'summary').replaceAll(/\s+/g, ' ').slice(0, 200).trim()
  const start = component.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time) || start.isDate) return null
  if (title === '' || nameless.test(title) || isOff.test(title)) return null
  if (textOf(component, 'status').toUpperCase() === 'CANCELLED') return null
  const people = peopleOf(component)
  const isOwn = ({ address }: Person) => reading.own.has(address)
  if (people.some((one) => isOwn(one) && one.hasDeclined)) return null
  const coming = people.filter((one) => !one.hasDeclined)
  // Whose calendar it is may not be known; they are one of those who come.
  const others = coming.some(isOwn) ? coming.filter((one) => !isOwn(one)).length : coming.length - 1
  const startMs = timeOf(component, 'dtstart', reading)?.getTime() ?? 0
  const lengthMs = lengthOf(component, reading) ?? 0
  if (lengthMs <= 0 || lengthMs > longestMs) return null
  const names = new Set(coming.map(({ name }) => name).filter((name) => name !== ''))
  return { title, people: [...names], isMeeting: others > 0 || hasLink, startMs, lengthMs }
}

/** Null where there is none, and of a day. */
function timeOf(component: ICAL.Component, property: string, { zoneOf }: Reading): Date | null {
  const time = component.getFirstPropertyValue(property)
  return time instanceof ICAL.Time ? toDate(time, zoneOf) : null
}

function toDate(time: ICAL.Time, zoneOf: ZoneOf): Date {
  const placed = time.clone()
  // Without a zone it is that of the calendar.
  if (placed.zone === ICAL.Timezone.localTimezone) placed.zone = zoneOf('')
  return new Date(placed.toUnixTime() * 1000)
}

function lengthOf(component: ICAL.Component, reading: Reading): number | null {
  const duration = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000
  const [start, end] = [timeOf(component, 'dtstart', reading), timeOf(component, 'dtend', reading)]
  return start && end && end.getTime() - start.getTime()
}

/** Rules that no calendar's page offers, and by which the library may look for a day for ever. */
const isOdd =
  /SECONDLY|MINUTELY|HOURLY|(DAILY|WEEKLY).*BY(MONTHDAY|YEARDAY|WEEKNO|SETPOS)|BY(MONTHDAY|YEARDAY|WEEKNO|SETPOS).*(DAILY|WEEKLY)/

/** When the event begins, in milliseconds; every time until the end of the bounds. */
function startsOf(component: ICAL.Component, reading: Reading): number[] {
  const event = new ICAL.Event(component)
  const first = timeOf(component, 'dtstart', reading)?.getTime()
  if (first === undefined) return []
  if (!event.isRecurring()) return [first]
  if (isOdd.test(textOf(component, 'rrule'))) return [first]
  const excluded = excludedBy(component, reading)
  const starts: number[] = []
  try {
    const turns = event.iterator()
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const next: ICAL.Time | undefined = turns.next()
      if (!next) break
      const ms = toDate(next, reading.zoneOf).getTime()
      if (ms > reading.to.getTime()) break
      const isExcluded = excluded.has(ms) || excluded.has(next.toString().slice(0, 10))
      if (ms > reading.from.getTime() - longestMs && !isExcluded) starts.push(ms)
    }
  } catch {
    // A rule that nothing fulfils: what it gave until then.
  }
  return starts
}

/** Times and days on which it does not take place: the library leaves some of several out. */
function excludedBy(component: ICAL.Component, { zoneOf }: Reading): ReadonlySet<number | string> {
  const times = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof ICAL.Time)
  return new Set(
    times.map((time) => (time.isDate ? time.toString() : toDate(time, zoneOf).getTime())),
  )
}
