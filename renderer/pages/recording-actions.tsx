import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { mayHelpAgain } from '../features/content/failure-help.ts'
import { DetailsDialog } from '../features/content/details-dialog.tsx'
import { useChangeRecording, useDeleteRecording } from '../features/content/queries.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useTrashUndo } from '../features/trash/queries.ts'
import { announce } from '../ui/announcer.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { shownName } from '../ui/shown-name.ts'

type Props = { recording: ContentDetail; onTranscribe: () => void; onEdit: () => void }

/** Changes what is said of a recording, transcribes it again, or puts it into the bin. */
export function RecordingActions({ recording, onTranscribe, onEdit }: Props) {
  const { t } = useTranslation('transcripts')
  const { error } = recording
  const remove = useBin(recording)
  return (
    <>
      {remove.error ? <FormFailure message={asFailure(remove.error).message} /> : null}
      <Button variant="default" leftSection={<Pencil size={15} />} onClick={onEdit}>
        {t('recording.details')}
      </Button>
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
        loading={remove.isPending}
        onClick={() => remove.mutate(recording.id)}
      >
        {t('recording.delete')}
      </Button>
    </>
  )
}

/** Into the bin without a question, since it can be taken back. */
function useBin(recording: ContentDetail) {
  const { project_id: projectId } = recording
  const navigate = useNavigate()
  const offerUndo = useTrashUndo()
  return useDeleteRecording(projectId, (item) => {
    void navigate({ to: '/projects/$projectId', params: { projectId } })
    offerUndo(item, shownName(recording))
  })
}

type DetailsProps = { recording: ContentDetail; onClose: () => void }

/** Asks for title, time and project, and follows the recording where it goes. */
export function RecordingDetails({ recording, onClose }: DetailsProps) {
  const { t } = useTranslation('content')
  const { id: contentId, project_id: projectId } = recording
  const projects = useProjectChoices()
  const change = useChangeRecording(projectId, contentId)
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <DetailsDialog
      recording={recording}
      projects={projects.data ?? []}
      onSave={async (body) => {
        const item = await change.mutateAsync(body)
        announce(t('details.saved'))
        onClose()
        // Before anything asks again for what is no longer at the old address.
        if (item.project_id !== projectId) {
          const to = '/projects/$projectId/recordings/$contentId'
          const params = { projectId: item.project_id, contentId }
          await navigate({ to, params, replace: true })
        }
        // Its title stands in many lists.
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    />
  )
}
