import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { sendLink } from './mail.ts'
import { sendLinkJob } from './sign-in.ts'

export const signInJobs = (deps: Deps): JobHandler[] => [
  handle(
    sendLinkJob,
    ({ payload, signal }) => sendLink(deps, payload, signal),
    async () => deps.log.error('the mail server did not take a link for signing in'),
  ),
]
