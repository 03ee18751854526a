import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { runVerification } from './run-verification.ts'
import { endFailed, verifyJob } from './verification.ts'

export const verificationJobs = (deps: Deps): JobHandler[] => [
  handle(
    verifyJob,
    ({ payload, signal }) => runVerification(deps, payload, signal),
    async ({ organization_id: id }) => {
      deps.log.error('the library could not be checked')
      await endFailed(deps, id)
    },
  ),
]
