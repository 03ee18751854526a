import type { Project } from 'earshot/client'
import type { BulkChoice } from '../features/content/bulk-bar.tsx'
import { AnalyseManyDialog, ExportManyDialog } from '../features/content/bulk-dialogs.tsx'
import type { BulkWork } from '../features/content/bulk-store.ts'
import { analysing, exporting, transcribing } from '../features/content/bulk-works.ts'
import { TranscribeDialog } from '../features/content/transcribe-dialog.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'

type Props = {
  choice: Exclude<BulkChoice, 'delete'>
  project: Project
  ids: readonly string[]
  onStart: (work: BulkWork) => void
  onClose: () => void
}

/** Asks for the options of a bulk action, and starts it. */
export function LibraryBulk({ choice, project, ids, onStart, onClose }: Props) {
  const prompts = usePrompts()
  const models = useSpeechModels()
  const { id } = project
  const shared = { count: ids.length, onClose }
  switch (choice) {
    case 'analyse':
      return (
        <AnalyseManyDialog
          {...shared}
          prompts={prompts.data ?? []}
          usual={project.settings.default_prompt_id}
          onAnalyse={(promptId) => onStart(analysing(id, promptId))}
        />
      )
    case 'export':
      return (
        <ExportManyDialog
          {...shared}
          onExport={(format) => onStart(exporting(id, { format, folder: project.name }))}
        />
      )
    case 'transcribe':
      return (
        <TranscribeDialog
          settings={project.settings}
          models={models.data ?? []}
          hasTranscript
          onSend={async (options) => onStart(transcribing(id, options))}
          onClose={onClose}
        />
      )
  }
}
