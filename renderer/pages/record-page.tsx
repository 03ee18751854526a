import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { LivePanel } from '../features/recorder/live-panel.tsx'
import { RecordSetup } from '../features/recorder/record-setup.tsx'
import { useRecorder } from '../features/recorder/recorder-store.ts'
import { rememberedOptions } from '../features/recorder/capture.ts'
import { SavingNote } from '../features/recorder/running-note.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { draftUploader } from './draft-uploader.ts'

const route = getRouteApi('/record')

/**
 * The recorder's screen: before, during, and until the recording has become part of its project.
 */
export function RecordPage() {
  const { t } = useTranslation('recorder')
  const { phase, draft } = useRecorder()
  const isLive = draft !== null && phase !== 'saving'
  useOpenArrived()
  return (
    <>
      <PageHeader title={t(isLive ? 'live.recording' : 'title')} isHidden={isLive} />
      {phase === 'saving' ? <SavingNote /> : null}
      {isLive ? <LivePanel draft={draft} uploader={draftUploader} /> : null}
      {phase === 'idle' || phase === 'starting' ? <Setup /> : null}
    </>
  )
}

/** Opens the new recording once it is saved, if this screen is still open. */
function useOpenArrived(): void {
  const navigate = route.useNavigate()
  const arrived = useRecorder((state) => state.arrived)
  useEffect(() => {
    if (!arrived) return
    useRecorder.setState({ arrived: null })
    void navigate({ to: '/projects/$projectId/recordings/$contentId', params: arrived })
  }, [arrived, navigate])
}

function Setup() {
  const { t } = useTranslation('recorder')
  const { project, name = '' } = route.useSearch()
  const { data, error, refetch } = useProjectChoices()
  if (error && !data) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title={t('setup.failed')}
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows label={t('setup.loading')} />
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<FolderOpen size={20} />}
        title={t('setup.noProjectTitle')}
        action={
          <Button renderRoot={(props) => <Link {...props} to="/projects" />}>
            {t('setup.makeProject')}
          </Button>
        }
      >
        {t('setup.noProject')}
      </EmptyState>
    )
  }
  // A reminder may come while the recorder is open.
  const projectId = project ?? rememberedOptions().projectId
  return <RecordSetup key={name} projects={data} projectId={projectId} name={name} />
}
