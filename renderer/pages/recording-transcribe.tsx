import type { ContentDetail, Project } from '../api/types.ts'
import { useReprocess } from '../features/content/queries.ts'
import { TranscribeDialog } from '../features/content/transcribe-dialog.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { i18n } from '../i18n/i18n.ts'
import { announce } from '../ui/announcer.ts'

type Props = { recording: ContentDetail; project: Project | undefined; onClose: () => void }

/** Asks how a recording shall be transcribed again. */
export function RecordingTranscribe({ recording, project, onClose }: Props) {
  const models = useSpeechModels()
  const reprocess = useReprocess(recording.project_id, recording.id)
  return (
    <TranscribeDialog
      settings={project?.settings}
      models={models.data ?? []}
      hasTranscript={recording.transcript !== null}
      onSend={async (options) => {
        await reprocess.mutateAsync(options)
        announce(i18n.t('transcripts:recording.transcribing'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
