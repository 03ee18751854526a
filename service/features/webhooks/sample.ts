import type { Deps } from '../../deps.ts'
import { exampleOf } from '../../http/openapi-examples.ts'
import { eventData, toEnvelope, type EventName, type EventRow } from '../events/events.ts'
import { exampleResult } from './results.ts'
import type { WebhookRow } from './store.ts'

/** These belong to the organization and have no project. */
const ofOrganization = /^(member|invitation|webhook)\./

/**
 * The payload of a test that shows another event: the shape of that event with the values of its
 * documentation, under the id of the test. Only the payload says that it is this event. What is
 * kept of it is `webhook.test`, so that no list, stream or replay takes it for something that happened.
 */
export function buildSample(
  deps: Pick<Deps, 'config' | 'baseUrl'>,
  test: EventRow,
  { event, webhook }: { event: EventName; webhook: WebhookRow },
): string {
  const [projectId = 'proj_01kayr3c9nfq4tq4h6zr6yv0b2'] = webhook.project_ids ?? []
  const data = exampleOf(eventData[event]) as object // of an object's shape
  const envelope = toEnvelope(deps, test, webhook.api_version)
  return JSON.stringify({
    ...envelope,
    event,
    project_id: ofOrganization.test(event) ? null : projectId,
    data: { ...data, ...(webhook.include_result && exampleResult(event)) },
    is_test: true,
  })
}
