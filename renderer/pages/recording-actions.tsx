import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { useDeleteRecording } from '../features/content/queries.ts'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = { recording: ContentDetail; onTranscribe: () => void }

/** Transcribe again and delete, each after a question. */
export function RecordingActions({ recording, onTranscribe }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshCw size={15} />}
        disabled={recording.status === 'processing' || recording.status === 'uploaded'}
        onClick={onTranscribe}
      >
        Transcribe again…
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={15} />}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      <Delete recording={recording} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

type QuestionProps = { recording: ContentDetail; isOpen: boolean; onClose: () => void }

function Delete({ recording, isOpen, onClose }: QuestionProps) {
  const navigate = useNavigate()
  const remove = useDeleteRecording(recording.project_id)
  const confirm = () =>
    remove.mutate(recording.id, {
      onSuccess: () => {
        announce(`${recording.filename} was deleted`)
        void navigate({ to: '/projects/$projectId', params: { projectId: recording.project_id } })
      },
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete “${recording.filename}”?`}
      confirmLabel="Delete recording"
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      This removes the file, its transcript and its analyses for good.
    </ConfirmDialog>
  )
}
