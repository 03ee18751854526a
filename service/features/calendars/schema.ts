import { Type, type Static } from 'typebox'
import {
  Body,
  Failure,
  FormattedText,
  Id,
  NameText,
  Nullable,
  StringEnum,
  Timestamp,
} from '../../http/shapes.ts'

const Name = NameText({ maxLength: 100, description: 'What it is called', examples: ['Work'] })

/** Ours: the specification knows nothing of calendars. */
export const Calendar = Type.Object(
  {
    id: Id('cal'),
    name: Type.String({ examples: ['Work'] }),
    source: StringEnum(['file', 'address'], {
      description: 'address: it is read again by itself',
      examples: ['address'],
    }),
    host: Nullable(
      Type.String({
        description: 'Of its address, the rest of which is never told',
        examples: ['calendar.google.com'],
      }),
    ),
    is_reminding: Type.Boolean({
      description: 'Whether its meetings are among /v1/calendars/reminders',
      examples: [true],
    }),
    event_count: Type.Integer({ description: 'Events that are kept of it', examples: [42] }),
    error: Nullable(Failure),
    read_at: Nullable({
      ...Timestamp,
      description: 'When it was last read; null before the first time',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Calendar' },
)
export type Calendar = Static<typeof Calendar>

export const mostCalendarBytes = 10_000_000

export const NewCalendar = Body(
  {
    name: Type.Optional(
      NameText({
        maxLength: 100,
        description: 'What to call it; without it, what it calls itself',
        examples: ['Work'],
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description:
          'Its address, https or webcal, on port 443 or above 1023: a secret that is never told again',
        examples: ['https://calendar.example.com/private-0c3f/basic.ics'],
      }),
    ),
    ics: Type.Optional(
      FormattedText('BEGIN:VCALENDAR', 'must be a calendar (.ics)', {
        maxLength: mostCalendarBytes,
        description: 'In place of an address, the text of an .ics file',
        examples: ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'],
      }),
    ),
  },
  {
    title: 'CalendarInput',
    examples: [{ url: 'https://calendar.example.com/private-0c3f/basic.ics' }],
  },
)
export type NewCalendar = Static<typeof NewCalendar>

export const CalendarChange = Body(
  { name: Type.Optional(Name), is_reminding: Type.Optional(Type.Boolean()) },
  { title: 'CalendarChange' },
)
export type CalendarChange = Static<typeof CalendarChange>

export const CalendarEvent = Type.Object(
  {
    id: Id('cev'),
    calendar_id: Id('cal'),
    title: Type.String({ examples: ['Weekly sync'] }),
    starts_at: Timestamp,
    ends_at: Timestamp,
    people: Type.Array(Type.String(), {
      description: 'Names of those who were asked to come, 50 at most',
      examples: [['Mary Smith', 'Paul Jones']],
    }),
  },
  { title: 'CalendarEvent' },
)
export type CalendarEvent = Static<typeof CalendarEvent>

export const RecordingEvent = Type.Object(
  {
    event: Nullable(CalendarEvent),
    is_chosen: Type.Boolean({
      description: 'Whether a person said so; then it is not found anew',
      examples: [false],
    }),
    others: Type.Array(CalendarEvent, {
      description:
        'Other events at the same time, by how long they overlap; empty but for an admin’s key that is ' +
        'not restricted to projects',
    }),
  },
  { title: 'RecordingEvent' },
)
export type RecordingEvent = Static<typeof RecordingEvent>

export const EventChoice = Body(
  { event_id: Nullable(Id('cev')) },
  { title: 'EventChoice', examples: [{ event_id: null }] },
)
export type EventChoice = Static<typeof EventChoice>
