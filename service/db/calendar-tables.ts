import type { ColumnType, Generated } from 'kysely'

/** A calendar that gives names, people and times to recordings. */
export type Calendars = {
  id: string
  organization_id: string
  name: string
  /** Null of one that came as a file. */
  url_sealed: string | null
  host: string | null
  etag: string | null
  last_modified: string | null
  is_reminding: Generated<boolean>
  error_code: string | null
  error_message: string | null
  failures: Generated<number>
  read_at: Date | null
  next_read_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What takes place once, around now. */
export type CalendarEvents = {
  id: string
  calendar_id: string
  uid: string
  starts_at: Date
  ends_at: Date
  title: string
  people: ColumnType<string[], string, string>
  is_meeting: boolean
}

/** The event of a recording. */
export type ContentEvents = {
  content_id: string
  /** Null where a person took it off. */
  event_id: string | null
  is_chosen: boolean
}
