import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../http/origin.ts'
import type { Envelope, EventName } from './schema.ts'
import type { EventRow } from './store.ts'

/** An event as webhooks, the list and the stream show it (spec: Event envelope). */
export function toEnvelope(
  { config, baseUrl }: Pick<Deps, 'config' | 'baseUrl'>,
  event: EventRow,
  apiVersion: string,
): Envelope {
  const base = shownAddress({ config, baseUrl })
  return {
    id: event.id,
    event: event.event as EventName, // recordEvent takes no other
    api_version: apiVersion,
    created_at: toIso(event.created_at),
    organization_id: event.organization_id,
    project_id: event.project_id,
    data: event.data,
    // Events of an older database may have none; each has an address of its own.
    links: { api: base + (event.link ?? `/v1/events/${event.id}`) },
  }
}

/** The text of it: what is stored, signed, sent and sent again are the same bytes. */
export const buildEnvelope = (...event: Parameters<typeof toEnvelope>): string =>
  JSON.stringify(toEnvelope(...event))
