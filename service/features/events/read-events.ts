import { requireReach, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { requireTime } from '../../core/iso-time.ts'
import { day, plusMs, type Clock } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { toEnvelope } from './envelope.ts'
import { type Envelope, type EventFilterQuery, type EventName, type EventQuery } from './schema.ts'
import { selectEvent, selectEvents, type EventFilter, type EventRow } from './store.ts'

/** Spec: Delivery rules 5. What is older is gone at once, even where housekeeping comes later. */
export const eventsKeptSince = (clock: Clock): Date => plusMs(clock.now(), -30 * day)

export async function listEvents(
  deps: Pick<Deps, 'db' | 'keys' | 'config' | 'baseUrl' | 'clock'>,
  caller: Caller,
  query: EventQuery,
): Promise<{ items: Envelope[]; nextCursor: string | null }> {
  const { limit, cursor, ...filters } = query
  const filter = toFilter(caller, filters)
  const request = { limit, cursor, filters, key: deps.keys.cursor }
  const { items, nextCursor } = await selectEvents(deps.db.sql, filter, request)
  // Not in the statement: a cursor belongs to one statement, and this time moves on.
  const since = eventsKeptSince(deps.clock)
  const kept = items.filter((row) => row.created_at >= since)
  return {
    items: kept.map((row) => toEnvelope(deps, row, caller.apiVersion)),
    nextCursor: kept.length < items.length ? null : nextCursor,
  }
}

export async function readEvent(
  deps: Pick<Deps, 'db' | 'config' | 'baseUrl' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Envelope> {
  const row = await requireEvent(deps, deps.db.sql, caller, id)
  return toEnvelope(deps, row, caller.apiVersion)
}

/**
 * The row; 404 where there is none or it is past its 30 days.
 * Choice: a restricted key gets the events of its projects and none of the organization's own
 * (members, invitations, tests): those tell of people and endpoints that it does not manage.
 */
export async function requireEvent(
  { clock }: Pick<Deps, 'clock'>,
  sql: Sql,
  caller: Caller,
  id: string,
): Promise<EventRow> {
  const row = await selectEvent(sql, id)
  const isKept = row !== undefined && row.created_at >= eventsKeptSince(clock)
  if (!isKept || row.organization_id !== caller.organizationId) throw errors.notFound('event')
  if (row.project_id !== null) requireReach(caller, row.project_id)
  else if (caller.projectIds) {
    throw new ApiError(
      'project_access_denied',
      'This event is not one of the projects of this key.',
    )
  }
  return row
}

/** Choice: a project that is gone or never was gives nothing, so that its deletion can be read. */
export function toFilter(caller: Caller, query: EventFilterQuery): EventFilter {
  const { event, project_id: projectId } = query
  if (projectId !== undefined) requireReach(caller, projectId)
  return {
    organizationId: caller.organizationId,
    projectIds: projectId === undefined ? caller.projectIds : [projectId],
    events: event === undefined ? undefined : asList(event),
    createdAfter: requireTime('created_after', query.created_after),
    createdBefore: requireTime('created_before', query.created_before),
  }
}

const asList = (event: EventName | EventName[]): EventName[] => [event].flat()
