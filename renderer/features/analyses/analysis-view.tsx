import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../../api/failure.ts'
import type { Analysis } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { isBuiltInModel } from '../../ui/built-in-model.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { languageName } from '../../ui/languages.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { failureHelp } from './failure-help.ts'
import { readShare, type Schema } from './result-shape.ts'
import { CheckedResult } from './checked-result.tsx'
import type { LanguageModel } from './model-banner.tsx'
import type { Evidence } from './result-view.tsx'
import styles from './analysis-view.module.css'
import { promptName } from '../../ui/own-words.ts'

type Props = {
  analysis: Analysis
  /** The prompt's previous answer if this analysis has no result (yet). */
  before: Analysis | null
  schema: Schema
  momentOf: Evidence['momentOf']
  onSeek: Evidence['onSeek']
  boxOf?: Evidence['boxOf']
  onAgain: () => void
  languageModel: LanguageModel
  isCancelling: boolean
  onCancel: () => void
}

/** One analysis in any state; a good result stays until there is a newer one. */
export function AnalysisView(props: Props) {
  const { analysis, before, onAgain } = props
  if (analysis.status === 'completed' && analysis.result) {
    return (
      <>
        {analysis.is_outdated ? <Outdated onAgain={onAgain} /> : null}
        <Answer {...props} />
      </>
    )
  }
  const State = analysis.status === 'failed' ? Failed : InWork
  return (
    <>
      <State {...props} />
      {before ? <Before {...props} analysis={before} /> : null}
    </>
  )
}

function Answer({ analysis, languageModel, onAgain, ...props }: Props) {
  return (
    <>
      <CheckedResult
        written={analysis}
        result={analysis.result ?? {}}
        {...props}
        isImprovable={isBuiltInModel(analysis.model_used) && languageModel !== 'none'}
        onAgain={languageModel === 'ready' ? onAgain : undefined}
      />
      <Origin analysis={analysis} />
    </>
  )
}

/** The last result, shown beside a later run without one. */
function Before(props: Props) {
  const { t } = useTranslation('analyses')
  const { version, created_at: createdAt, is_outdated: isOutdated } = props.analysis
  return (
    <>
      <p className={styles['before']}>
        {t('before.shown', { version, date: formatDateTime(createdAt) })}
        {isOutdated ? ` ${t('outdated')}` : null}
      </p>
      <Answer {...props} />
    </>
  )
}

function Failed({ analysis: { error }, before, onAgain }: Props) {
  const { t } = useTranslation('analyses')
  const code = error?.code ?? 'internal_error'
  // Cancelling is not an error while the previous result is still there.
  if (before && code === 'cancelled') {
    return (
      <div className={styles['cancelled']}>
        <p>{t('before.cancelled')}</p>
        <Button size="compact-xs" variant="default" onClick={onAgain}>
          {i18n.t('parts:tryAgain')}
        </Button>
      </div>
    )
  }
  const alone = t(code === 'cancelled' ? 'cancelled' : 'failed')
  return (
    <FailureState
      title={before ? t('before.failed') : alone}
      cause={error ? failureWords(error) : t('failedCause')}
      code={code}
      onRetry={onAgain}
    >
      <p>{failureHelp(code)}</p>
    </FailureState>
  )
}

function InWork({ analysis, before, isCancelling, onCancel }: Props) {
  const { t } = useTranslation('analyses')
  return (
    <div>
      <div className={styles['work']}>
        <output>{analysis.status === 'queued' ? t('queued') : t('processing')}</output>
        <Button size="compact-xs" variant="default" loading={isCancelling} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
      {analysis.progress === null ? null : (
        <ProgressBar label={t('progress')} share={analysis.progress} />
      )}
      {before ? null : (
        <LoadingRows rows={5} label={t('inWork', { name: promptName(analysis.prompt_name) })} />
      )}
    </div>
  )
}

function Outdated({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('analyses')
  return (
    <div className={styles['outdated']}>
      <p>{t('outdated')}</p>
      <Button size="compact-xs" variant="default" onClick={onAgain}>
        {t('analyseAgain')}
      </Button>
    </div>
  )
}

/** Which model answered, how much of its answer the recording supports, and when. */
function Origin({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation('analyses')
  const { model_used: model, confidence_score: percent, processing_time_ms: ms } = analysis
  const { coverage, result_language: language, version } = analysis
  const date = formatDateTime(analysis.created_at)
  const found = percent === null ? t('origin.notChecked') : t('origin.share', { percent })
  const made =
    ms === null
      ? t('origin.madeAt', { date, version })
      : t('origin.madeIn', { date, seconds: formatNumber(ms / 1_000, 1), version })
  const facts = [
    {
      label: t('origin.answeredBy'),
      text: isBuiltInModel(model) ? t('origin.builtIn') : (model ?? t('origin.unknown')),
    },
    // The built-in analyser only quotes: 0 % is an empty answer, which the page has said already.
    ...(isBuiltInModel(model) && percent === 0 ? [] : [{ label: t('origin.found'), text: found }]),
    ...(coverage
      ? [
          {
            label: t('origin.read'),
            text: t('origin.readShare', { percent: readShare(coverage) }),
          },
        ]
      : []),
    ...(language ? [{ label: t('origin.language'), text: languageName(language) }] : []),
    { label: t('origin.made'), text: made },
  ]
  return (
    <dl className={styles['origin']}>
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
