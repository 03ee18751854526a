import { Button, NativeSelect } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analysis, Prompt } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AnalysisView } from './analysis-view.tsx'
import type { LanguageModel } from './model-banner.tsx'
import type { Evidence } from './result-view.tsx'
import styles from './analysis-panel.module.css'
import { promptName } from '../../ui/own-words.ts'

type Props = {
  analyses: readonly Analysis[]
  /** The last result for each prompt whose newest analysis has none. */
  before: readonly Analysis[]
  prompts: readonly Prompt[]
  /** The prompt selected initially. */
  defaultPromptId: string | null
  canRun: boolean
  languageModel: LanguageModel
  isStarting: boolean
  isCancelling: boolean
  failure: string | null
  momentOf: Evidence['momentOf']
  onSeek: Evidence['onSeek']
  boxOf: Evidence['boxOf']
  onRun: (promptId: string, isAnew: boolean) => void
  onCancel: (analysisId: string) => void
}

/** The analyses of a recording, one prompt at a time. */
export function AnalysisPanel(props: Props) {
  const { t } = useTranslation('analyses')
  const { analyses, prompts, canRun, onRun } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const promptId = chosen ?? firstChoice(props)
  const analysis = analyses.find((one) => one.prompt_id === promptId)
  const schema = prompts.find(({ id }) => id === promptId)?.output_schema ?? {}
  const isBusy = analysis?.status === 'queued' || analysis?.status === 'processing'
  const isOff = !canRun || isBusy || !promptId
  const run = () => onRun(promptId, analysis !== undefined)
  useAwaitedCommand(promptId ? 'recording.analyse' : null, () => {
    if (!isOff) run()
  })
  return (
    <section aria-labelledby="analysis-title" className={styles['panel']}>
      <h2 id="analysis-title">{t('title')}</h2>
      <div className={styles['choice']}>
        <NativeSelect
          size="xs"
          aria-label={t('prompt')}
          value={promptId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={promptChoices(props)}
          className={styles['select'] ?? ''}
        />
        <Button
          size="xs"
          variant={analysis ? 'default' : 'filled'}
          leftSection={<Sparkles size={14} />}
          disabled={isOff}
          loading={props.isStarting}
          onClick={run}
        >
          {analysis ? t('again') : t('run')}
        </Button>
      </div>
      <FormFailure message={props.failure} />
      {analysis ? (
        <AnalysisView
          analysis={analysis}
          before={props.before.find((one) => one.prompt_id === promptId) ?? null}
          schema={schema}
          momentOf={props.momentOf}
          onSeek={props.onSeek}
          boxOf={props.boxOf}
          onAgain={run}
          languageModel={props.languageModel}
          isCancelling={props.isCancelling}
          onCancel={() => props.onCancel(analysis.id)}
        />
      ) : (
        <NoAnalysis canRun={canRun} />
      )}
    </section>
  )
}

const firstChoice = ({ analyses, prompts, defaultPromptId }: Props): string =>
  analyses[0]?.prompt_id ??
  defaultPromptId ??
  prompts.find(({ is_default: isDefault }) => isDefault)?.id ??
  prompts[0]?.id ??
  ''

/** The prompts to choose from, answered ones marked; includes deleted prompts with an answer. */
function promptChoices({ prompts, analyses, before }: Props) {
  const done = [...analyses.filter(({ status }) => status === 'completed'), ...before]
  const answered = new Set(done.map(({ prompt_id: id }) => id))
  const known = new Set(prompts.map(({ id }) => id))
  const gone = analyses
    .filter(({ prompt_id: id }) => !known.has(id))
    .map(({ prompt_id: id, prompt_name: name }) => ({ id, name: promptName(name) }))
  return [...prompts, ...gone].map(({ id, name }) => ({
    value: id,
    label: answered.has(id) ? i18n.t('analyses:answered', { name }) : name,
  }))
}

function NoAnalysis({ canRun }: { canRun: boolean }) {
  const { t } = useTranslation('analyses')
  return (
    <EmptyState icon={<Sparkles size={20} />} title={canRun ? t('none.ready') : t('none.waiting')}>
      {canRun ? t('none.readyText') : t('none.waitingText')}
    </EmptyState>
  )
}
