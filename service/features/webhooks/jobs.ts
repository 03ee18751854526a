import { currentTrace } from '../../core/observe.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { fanOutJob } from '../events/events.ts'
import { fanOut } from './outbox.ts'

/** Choice: with twenty webhooks a thousand deliveries, stored by one statement. */
const mostAtOnce = 49

export const webhookJobs = (deps: Deps): JobHandler[] => [
  handle(
    fanOutJob,
    async ({ payload, finish, takeAlong }) => {
      const along = await takeAlong(mostAtOnce)
      const own = { payload, traceparent: currentTrace() }
      const causes = [own, ...along].map((one) => ({ eventId: one.payload.event_id, ...one }))
      await fanOut(deps, causes, finish)
    },
    async ({ event_id: eventId }) => {
      deps.log.error({ event: eventId }, 'an event could not be given to its webhooks')
    },
  ),
]
