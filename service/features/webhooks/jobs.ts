import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { fanOutJob } from '../events/events.ts'
import { fanOut } from './outbox.ts'

export const webhookJobs = (deps: Deps): JobHandler[] => [
  handle(
    fanOutJob,
    ({ payload, isCurrent }) => fanOut(deps, payload.event_id, isCurrent),
    async ({ event_id: eventId }) => {
      deps.log.error({ event: eventId }, 'an event could not be given to its webhooks')
    },
  ),
]
