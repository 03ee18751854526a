import type { Deps } from './deps.ts'
import { analysisJobs } from './features/analyses/jobs.ts'
import { transcriptJobs } from './features/transcripts/jobs.ts'
import { webhookJobs } from './features/webhooks/jobs.ts'
import type { JobHandler } from './queue/job.ts'

/** Every kind of work the service does in the background. */
export const jobHandlers = (deps: Deps): JobHandler[] => [
  ...transcriptJobs(deps),
  ...analysisJobs(deps),
  ...webhookJobs(deps),
]
