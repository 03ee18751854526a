import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { AnalysisPanel } from '../features/analyses/analysis-panel.tsx'
import { useRecordingActions } from '../features/actions/queries.ts'
import { TickBox } from '../features/actions/tick-box.tsx'
import { useAnalyze, useCancelAnalysis } from '../features/analyses/queries.ts'
import { useModels } from '../features/models/queries.ts'
import { useOrganization } from '../features/org/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { playFrom } from '../features/transcripts/player-store.ts'
import { access } from '../session-store.ts'
import { announce } from '../ui/announcer.ts'
import { speakerName } from '../ui/own-words.ts'

type Props = { recording: ContentDetail; defaultPromptId: string | null }

/** Connects the analyses of a recording with the prompts and the player. */
export function RecordingAnalysis({ recording, defaultPromptId }: Props) {
  const { t } = useTranslation('analyses')
  const prompts = usePrompts()
  const analyze = useAnalyze(recording.project_id, recording.id)
  const cancel = useCancelAnalysis()
  const failure = analyze.error ?? cancel.error
  const models = useModels().data ?? []
  const chosen = useOrganization().data?.settings.language_model
  const writers = models.filter(({ kind }) => kind === 'language-model')
  const mayInstall = writers.length > 0 && access().isOperator
  // One of a model server is in no list of models.
  const isReady = writers.some((one) => one.is_default) || chosen?.startsWith('msv_') === true
  const { transcript } = recording
  const moments = useMemo(
    () =>
      new Map(
        transcript?.segments.map(({ id, start, speaker, text }) => [
          id,
          { start, speaker: speakerName(speaker), text },
        ]),
      ),
    [transcript],
  )
  const boxOf = useBoxes(recording)
  return (
    <AnalysisPanel
      analyses={recording.analyses}
      before={recording.last_completed_analyses}
      prompts={prompts.data ?? []}
      defaultPromptId={defaultPromptId}
      canRun={transcript !== null}
      languageModel={isReady ? 'ready' : mayInstall ? 'installable' : 'none'}
      isStarting={analyze.isPending}
      isCancelling={cancel.isPending}
      failure={failure ? asFailure(failure).message : null}
      momentOf={(segmentId) => moments.get(segmentId) ?? null}
      // Without sound, a claim shows the words that carry it.
      onSeek={recording.source === 'import' ? undefined : playFrom}
      boxOf={boxOf}
      onRun={(promptId, isAnew) => analyze.mutate({ promptId, isAnew })}
      onCancel={(id) => cancel.mutate(id, { onSuccess: () => announce(t('cancelled')) })}
    />
  )
}

/** The box that ticks the task which a statement of the result is. */
function useBoxes({ id, project_id: projectId, analyses }: ContentDetail) {
  const edition = analyses.map(({ id: one, status }) => `${one} ${status}`).join()
  const { items } = useRecordingActions(projectId, id, edition)
  const actions = new Map(items?.map((action) => [action.text, action]))
  return (text: string) => {
    const action = actions.get(text.trim())
    return action ? <TickBox key={action.id} action={action} /> : null
  }
}
