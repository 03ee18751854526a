import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { mailNotice } from './mail.ts'
import { mailNoticeJob } from './notices.ts'

export const noticeJobs = (deps: Deps): JobHandler[] => [
  handle(
    mailNoticeJob,
    ({ payload, signal }) => mailNotice(deps, payload, signal),
    async ({ notice_id: id }) => {
      deps.log.error({ notice_id: id }, 'a notice could not be mailed to the owner')
    },
  ),
]
