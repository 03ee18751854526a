import { getRouteApi, Link } from '@tanstack/react-router'
import { asFailure } from '../api/failure.ts'
import { useRecording } from '../features/content/queries.ts'
import { useProject } from '../features/projects/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { Recording } from './recording.tsx'

const route = getRouteApi('/projects/$projectId/recordings/$contentId')

export function RecordingPage() {
  const { projectId, contentId } = route.useParams()
  const project = useProject(projectId)
  const recording = useRecording(projectId, contentId)
  const crumbs = (
    <>
      <Link to="/projects">Projects</Link>
      {' / '}
      <Link to="/projects/$projectId" params={{ projectId }}>
        {project.data?.name ?? 'Project'}
      </Link>
    </>
  )
  if (recording.data) {
    return (
      <Recording
        key={contentId}
        recording={recording.data}
        crumbs={crumbs}
        project={project.data}
      />
    )
  }
  if (!recording.error) {
    return (
      <>
        <PageHeader title="Recording" crumbs={crumbs} />
        <LoadingRows rows={8} label="Loading the recording" />
      </>
    )
  }
  const { message, code } = asFailure(recording.error)
  return (
    <>
      <PageHeader title="Recording" crumbs={crumbs} />
      <FailureState
        title="The recording did not load"
        cause={message}
        code={code}
        onRetry={() => void recording.refetch()}
      />
    </>
  )
}
