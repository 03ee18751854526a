import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { EventRow } from './store.ts'

/**
 * The text of an event as receivers get it (spec: Event envelope). Built once per delivery, then
 * stored: what is signed, sent and sent again are the same bytes.
 */
export function buildEnvelope(
  { config, baseUrl }: Pick<Deps, 'config' | 'baseUrl'>,
  event: EventRow,
  apiVersion: string,
): string {
  // A receiver on another machine cannot follow a loopback address (choices.md 10).
  const base = config.publicBaseUrl ?? baseUrl()
  return JSON.stringify({
    id: event.id,
    event: event.event,
    api_version: apiVersion,
    created_at: toIso(event.created_at),
    organization_id: event.organization_id,
    project_id: event.project_id,
    data: event.data,
    // Choice: null where the resource is gone, as after a deletion.
    links: { api: event.link === null ? null : base + event.link },
  })
}
