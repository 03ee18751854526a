import { useQueryClient } from '@tanstack/react-query'
import type { Project } from 'earshot/client'
import type { BulkChoice } from '../features/content/bulk-bar.tsx'
import {
  AnalyseManyDialog,
  DeleteManyDialog,
  ExportManyDialog,
} from '../features/content/bulk-dialogs.tsx'
import { useBulk, type BulkWork } from '../features/content/bulk-store.ts'
import { analysing, deleting, exporting, transcribing } from '../features/content/bulk-works.ts'
import { TranscribeDialog } from '../features/content/transcribe-dialog.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'

type Props = {
  choice: BulkChoice
  project: Project
  ids: readonly string[]
  onStarted: () => void
  onClose: () => void
}

/** Asks for the options of a bulk action, and starts it. */
export function LibraryBulk({ choice, project, ids, onStarted, onClose }: Props) {
  const prompts = usePrompts()
  const models = useSpeechModels()
  const queries = useQueryClient()
  const start = (work: BulkWork) => {
    const look = () => {
      void queries.invalidateQueries({ queryKey: ['content'] })
      void queries.invalidateQueries({ queryKey: ['projects'] })
    }
    void useBulk.getState().start(project.id, ids, work).then(look)
    onStarted()
    onClose()
  }
  const { id } = project
  const shared = { count: ids.length, onClose }
  switch (choice) {
    case 'delete':
      return <DeleteManyDialog {...shared} onDelete={() => start(deleting(id))} />
    case 'analyse':
      return (
        <AnalyseManyDialog
          {...shared}
          prompts={prompts.data ?? []}
          usual={project.settings.default_prompt_id}
          onAnalyse={(promptId) => start(analysing(id, promptId))}
        />
      )
    case 'export':
      return (
        <ExportManyDialog
          {...shared}
          onExport={(format) => start(exporting(id, { format, folder: project.name }))}
        />
      )
    case 'transcribe':
      return (
        <TranscribeDialog
          settings={project.settings}
          models={models.data ?? []}
          hasTranscript
          onSend={async (options) => start(transcribing(id, options))}
          onClose={onClose}
        />
      )
  }
}
