import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { sendInvitationJob } from './invitations.ts'
import { sendInvitation, reportFailure } from './mail.ts'

export const invitationJobs = (deps: Deps): JobHandler[] => [
  handle(
    sendInvitationJob,
    ({ payload, signal }) => sendInvitation(deps, payload, signal),
    (payload) => reportFailure(deps, payload, 'The mail server did not take it for some hours.'),
  ),
]
