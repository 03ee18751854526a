import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { embedJob, embedNext } from './embedding.ts'

export const askJobs = (deps: Deps): JobHandler[] => [
  handle(
    embedJob,
    (run) => embedNext(deps, run),
    // The next transcript and the next start try again.
    async () => deps.log.warn('what was said could not be embedded'),
  ),
]
