import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { turnJob } from './turn.ts'

/** Ends with what the request does in its turn; at once where nobody waits any more. */
export const audioJobs = ({ signals }: Pick<Deps, 'signals'>): JobHandler[] => [
  handle(
    turnJob,
    ({ payload, signal }) => signals.emit('audio.turn', { requestId: payload.request_id, signal }),
    async () => {},
  ),
]
