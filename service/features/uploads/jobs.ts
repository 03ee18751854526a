import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { sweepJob, sweepUploads } from './sweep.ts'

export const uploadJobs = (deps: Deps): JobHandler[] => [
  handle(
    sweepJob,
    () => sweepUploads(deps),
    async () => {
      deps.log.error('what was never confirmed could not be removed from the store')
    },
  ),
]
