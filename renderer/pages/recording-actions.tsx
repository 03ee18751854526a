import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { useDeleteRecording, useReprocess } from '../features/content/queries.ts'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Reprocess and delete, each after a question. */
export function RecordingActions({ recording }: { recording: ContentDetail }) {
  const [question, setQuestion] = useState<'reprocess' | 'delete' | null>(null)
  const close = () => setQuestion(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshCw size={15} />}
        disabled={recording.status === 'processing' || recording.status === 'uploaded'}
        onClick={() => setQuestion('reprocess')}
      >
        Reprocess
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={15} />}
        onClick={() => setQuestion('delete')}
      >
        Delete
      </Button>
      <Reprocess recording={recording} isOpen={question === 'reprocess'} onClose={close} />
      <Delete recording={recording} isOpen={question === 'delete'} onClose={close} />
    </>
  )
}

type QuestionProps = { recording: ContentDetail; isOpen: boolean; onClose: () => void }

function Reprocess({ recording, isOpen, onClose }: QuestionProps) {
  const reprocess = useReprocess(recording.project_id, recording.id)
  const confirm = () =>
    reprocess.mutate(undefined, {
      onSuccess: () => {
        announce('The recording is being written down again')
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Write this recording down again?"
      confirmLabel="Reprocess"
      isCalm
      isBusy={reprocess.isPending}
      failure={reprocess.error ? asFailure(reprocess.error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      The present transcript stays readable until the new one replaces it.
    </ConfirmDialog>
  )
}

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
