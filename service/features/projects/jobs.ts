import type { Deps } from '../../deps.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { atEnd } from '../../queue/job-writes.ts'
import { reportChanges, reportChangesJob } from './changes.ts'

export const projectJobs = (deps: Deps): JobHandler[] => [
  handle(
    reportChangesJob,
    (run) => atEnd(deps.db, run, (tx) => reportChanges(deps, tx, run.payload.project_id)),
    async ({ project_id: project }) => {
      deps.log.error({ project }, 'the changes of a project could not be reported')
    },
  ),
]
