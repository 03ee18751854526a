import type { Deps } from './deps.ts'
import { actionJobs } from './features/actions/jobs.ts'
import { analysisJobs } from './features/analyses/jobs.ts'
import { audioJobs } from './features/audio/jobs.ts'
import { askJobs } from './features/ask/jobs.ts'
import { contentJobs } from './features/content/jobs.ts'
import { importJobs } from './features/imports/jobs.ts'
import { insightsJobs } from './features/insights/jobs.ts'
import { invitationJobs } from './features/invitations/jobs.ts'
import { modelJobs } from './features/models/jobs.ts'
import { noticeJobs } from './features/notices/jobs.ts'
import { projectJobs } from './features/projects/jobs.ts'
import { searchJobs } from './features/search/jobs.ts'
import { signInJobs } from './features/sign-in/jobs.ts'
import { transcriptJobs } from './features/transcription/jobs.ts'
import { uploadJobs } from './features/uploads/jobs.ts'
import { verificationJobs } from './features/verification/jobs.ts'
import { webhookJobs } from './features/webhooks/jobs.ts'
import type { JobHandler } from './queue/job.ts'

/** Every kind of work the service does in the background. */
export const jobHandlers = (deps: Deps): JobHandler[] => [
  ...contentJobs(deps),
  ...transcriptJobs(deps),
  ...importJobs(deps),
  ...audioJobs(deps),
  ...analysisJobs(deps),
  ...searchJobs(deps),
  ...askJobs(deps),
  ...insightsJobs(deps),
  ...actionJobs(deps),
  ...modelJobs(deps),
  ...projectJobs(deps),
  ...webhookJobs(deps),
  ...invitationJobs(deps),
  ...signInJobs(deps),
  ...noticeJobs(deps),
  ...verificationJobs(deps),
  ...uploadJobs(deps),
]
