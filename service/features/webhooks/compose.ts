import type { Reach } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Envelope } from '../events/events.ts'
import type { DueDelivery } from './next-store.ts'
import { selectHomeOfContent, selectHomeOfProject } from './result-store.ts'
import { resultOf, type Omission, type Result } from './results.ts'

/** Two hours of talk, and less than every receiver that is known to us takes (api-choices.md 37). */
const maxBodyBytes = 2_000_000

/** `result` is null where none belongs to it. */
export type Composed = { body: string; result: 'included' | Omission | null }

type Composing = Pick<
  DueDelivery,
  'event' | 'payload' | 'include_result' | 'organization_id' | 'project_ids'
>

/**
 * The body of an attempt. A result is read now and kept nowhere: what was deleted, put into the bin
 * or corrected since the event leaves the machine as it is now, or not at all.
 */
export async function composeBody(deps: Pick<Deps, 'db'>, delivery: Composing): Promise<Composed> {
  const kind = delivery.include_result ? resultOf(delivery.event) : undefined
  if (!kind) return { body: delivery.payload, result: null }
  // Built by buildEnvelope.
  const envelope = JSON.parse(delivery.payload) as Envelope
  const found = await findResult(deps, delivery, { kind, envelope })
  const body = typeof found === 'string' ? null : extend(envelope, { [kind.name]: found })
  if (body !== null && Buffer.byteLength(body) <= maxBodyBytes) return { body, result: 'included' }
  const reason = typeof found === 'string' ? found : 'too_large'
  const api = envelope.links.api + kind.path
  return { body: extend(envelope, { result_omitted: { reason, api } }), result: reason }
}

const extend = (envelope: Envelope, more: object): string =>
  JSON.stringify({ ...envelope, data: { ...envelope.data, ...more } })

/** The result, within what the webhook gets; or why there is none. */
async function findResult(
  deps: Pick<Deps, 'db'>,
  { organization_id: organizationId, project_ids: projectIds }: Composing,
  { kind, envelope }: { kind: Result; envelope: Envelope },
): Promise<object | Omission> {
  const { project_id: projectId } = envelope
  const data: Record<string, unknown> = { ...envelope.data }
  const { content_id: contentId } = data
  const home =
    typeof contentId === 'string'
      ? await selectHomeOfContent(deps.db.sql, contentId)
      : await selectHomeOfProject(deps.db.sql, projectId ?? '')
  if (!home) return 'not_found'
  if (!home.is_shown) return 'in_trash'
  try {
    const reach = { organizationId: organizationId as Reach['organizationId'], projectIds }
    return await kind.read(deps, reach, { projectId: home.project_id, data })
  } catch (error) {
    if (error instanceof ApiError) return 'not_found'
    throw error
  }
}
