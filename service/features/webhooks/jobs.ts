import { setTimeout as pause } from 'node:timers/promises'
import { currentTrace } from '../../core/observe.ts'
import { currentOrganization } from '../../core/organization-context.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { fanOutJob } from '../events/events.ts'
import { fanOut } from './outbox.ts'

/** Choice: with twenty webhooks a thousand deliveries, stored by one statement. */
const mostAtOnce = 49
/** Choice: while events come that fast, those of so long are given out together. */
const gatherMs = 100

export const webhookJobs = (deps: Deps): JobHandler[] => {
  const gathering = createGatheringTimes()
  return [
    handle(
      fanOutJob,
      async ({ payload, finish, takeAlong }) => {
        await gathering.rest()
        const along = await takeAlong(mostAtOnce)
        gathering.note(along.length > 0)
        const own = { payload, traceparent: currentTrace() }
        const causes = [own, ...along].map((one) => ({ eventId: one.payload.event_id, ...one }))
        await fanOut(deps, causes, finish)
      },
      async ({ event_id: eventId }) => {
        deps.log.error({ event: eventId }, 'an event could not be given to its webhooks')
      },
    ),
  ]
}

/** Until when the next events of an organization wait for others: not at all where the last one was alone. */
function createGatheringTimes() {
  const until = new Map<string, number>()
  const organization = (): string => currentOrganization() ?? ''
  return {
    rest: async (): Promise<void> => {
      const restMs = (until.get(organization()) ?? 0) - performance.now()
      if (restMs > 0) await pause(restMs)
    },
    note: (isBusy: boolean): void => {
      if (isBusy) until.set(organization(), performance.now() + gatherMs)
      else until.delete(organization())
    },
  }
}
