import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useRecording } from '../features/content/queries.ts'
import { useProject } from '../features/projects/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { ProjectCrumbs } from './project-crumbs.tsx'
import { Recording } from './recording.tsx'

const route = getRouteApi('/projects/$projectId/recordings/$contentId')

export function RecordingPage() {
  const { t } = useTranslation('transcripts')
  const { projectId, contentId } = route.useParams()
  const project = useProject(projectId)
  const recording = useRecording(projectId, contentId)
  const crumbs = <ProjectCrumbs projectId={projectId} />
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
        <PageHeader title={t('recording.title')} crumbs={crumbs} />
        <LoadingRows rows={8} label={t('recording.loading')} />
      </>
    )
  }
  const { message, code } = asFailure(recording.error)
  return (
    <>
      <PageHeader title={t('recording.title')} crumbs={crumbs} />
      <FailureState
        title={t('recording.failed')}
        cause={message}
        code={code}
        onRetry={() => void recording.refetch()}
      />
    </>
  )
}
