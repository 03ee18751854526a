import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import {
  addCalendar,
  changeCalendar,
  listCalendars,
  refreshCalendar,
  removeCalendar,
} from './calendars.ts'
import { chooseEvent, readEvent } from './event-of-recording.ts'
import { listReminders } from './reminders.ts'
import {
  Calendar,
  CalendarChange,
  CalendarEvent,
  EventChoice,
  mostCalendarBytes,
  NewCalendar,
  RecordingEvent,
} from './schema.ts'

const tags = ['content']
const params = Type.Object({ calendarId: Type.String() })
/** Escaped as JSON, a text is longer. */
const bodyLimit = 2 * mostCalendarBytes

export function calendarRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/calendars',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listCalendars',
        summary: 'Calendars that give names and people to recordings, newest first',
        ...addition,
        description: 'error says why one could not be read the last time. Needs an admin’s key.',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Calendar) },
      },
    },
    async (request) => page(request, await listCalendars(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/calendars',
    {
      bodyLimit,
      config: { scope: 'write', audit: 'calendar.added' },
      schema: {
        operationId: 'addCalendar',
        summary: 'Add a calendar by its address, or from a file',
        ...addition,
        description:
          'A recording that overlaps an event is called as the event is, where nobody named it. Kept are times, ' +
          'titles and names of people, from 30 days back to 14 ahead (a year of a file). Needs an admin’s key.',
        tags,
        body: NewCalendar,
        response: { 201: Data(Calendar) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return ok(request, await addCalendar(deps, request.caller, request.body))
    },
  )

  app.patch(
    '/v1/calendars/:calendarId',
    {
      config: { scope: 'write', audit: 'calendar.updated', errors: ['not_found'] },
      schema: {
        operationId: 'updateCalendar',
        summary: 'Rename a calendar, or switch its reminders',
        ...addition,
        description: 'Needs an admin’s key.',
        tags,
        params,
        body: CalendarChange,
        response: { 200: Data(Calendar) },
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await changeCalendar(deps, caller, at.calendarId, body))
    },
  )

  app.delete(
    '/v1/calendars/:calendarId',
    {
      config: { scope: 'write', audit: 'calendar.removed', errors: ['not_found'] },
      schema: {
        operationId: 'removeCalendar',
        summary: 'Remove a calendar with its events',
        ...addition,
        description: 'What recordings are called stays. Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeCalendar(deps, request.caller, request.params.calendarId)),
  )

  app.get(
    '/v1/calendars/reminders',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listReminders',
        summary: 'Meetings that begin now',
        ...addition,
        description:
          'From a minute before they begin to ten minutes after, while they last: those with other people or a link ' +
          'to a conference, of calendars that remind. Nothing is recorded by itself. Needs an admin’s key.',
        tags,
        response: { 200: Page(CalendarEvent) },
      },
    },
    async (request) => {
      const items = await listReminders(deps, request.caller)
      return page(request, { items, nextCursor: null })
    },
  )

  eventRoutes(app, deps)
  app.register(async (scope: App) => refreshRoute(scope, deps))
}

function refreshRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/calendars/:calendarId/refresh',
    {
      config: { scope: 'write', audit: null, errors: ['not_found'] },
      schema: {
        operationId: 'refreshCalendar',
        summary: 'Read the address of a calendar now',
        ...addition,
        description:
          'It is read every half hour by itself, less often while it fails. read_at and error tell how it went. ' +
          'Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(Calendar) },
      },
    },
    async (request) =>
      ok(request, await refreshCalendar(deps, request.caller, request.params.calendarId)),
  )
}

const event = '/v1/projects/:projectId/content/:contentId/event'
const ofRecording = Type.Object({ projectId: Type.String(), contentId: Type.String() })

function eventRoutes(app: App, deps: Deps): void {
  app.get(
    event,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getRecordingEvent',
        summary: 'The event of a calendar that a recording is of',
        ...addition,
        description: 'Found by when the recording took place, once its length is known.',
        tags,
        params: ofRecording,
        response: { 200: Data(RecordingEvent) },
      },
    },
    async (request) => ok(request, await readEvent(deps, request.caller, request.params)),
  )

  app.put(
    event,
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'putRecordingEvent',
        summary: 'Choose the event that a recording is of, or none',
        ...addition,
        description:
          'One of those that overlap the recording; null takes it off. Needs an admin’s key.',
        tags,
        params: ofRecording,
        body: EventChoice,
        response: { 200: Data(RecordingEvent) },
      },
    },
    async (request) =>
      ok(request, await chooseEvent(deps, request.caller, request.params, request.body)),
  )
}
