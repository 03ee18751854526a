import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { mayHelpAgain } from '../features/content/failure-help.ts'
import { useDeleteRecording } from '../features/content/queries.ts'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = { recording: ContentDetail; onTranscribe: () => void }

/** Transcribes a recording again or deletes it, each after a confirmation. */
export function RecordingActions({ recording, onTranscribe }: Props) {
  const { t } = useTranslation('transcripts')
  const { error } = recording
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      {recording.source === 'import' || (error && !mayHelpAgain(error.code)) ? null : (
        <Button
          variant="default"
          leftSection={<RefreshCw size={15} />}
          disabled={recording.status === 'processing' || recording.status === 'uploaded'}
          onClick={onTranscribe}
        >
          {t('recording.transcribe')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Trash2 size={15} />}
        onClick={() => setDeleting(true)}
      >
        {t('recording.delete')}
      </Button>
      <Delete recording={recording} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

type QuestionProps = { recording: ContentDetail; isOpen: boolean; onClose: () => void }

function Delete({ recording, isOpen, onClose }: QuestionProps) {
  const { t } = useTranslation('transcripts')
  const navigate = useNavigate()
  const { project_id: projectId } = recording
  const remove = useDeleteRecording(projectId, () => {
    announce(t('recording.deleted', { name: recording.filename }))
    void navigate({ to: '/projects/$projectId', params: { projectId } })
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('recording.deleteTitle', { name: recording.filename })}
      confirmLabel={t('recording.deleteConfirm')}
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() => remove.mutate(recording.id)}
      onClose={onClose}
    >
      {t('recording.deleteAbout')}
    </ConfirmDialog>
  )
}
