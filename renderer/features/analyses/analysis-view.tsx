import { Button } from '@mantine/core'
import type { Analysis } from '../../api/types.ts'
import { formatDateTime } from '../../ui/format.ts'
import { languageName } from '../../ui/languages.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { failureHelp } from './failure-help.ts'
import { readShare, type Schema } from './result-shape.ts'
import { CheckedResult } from './checked-result.tsx'
import type { Evidence } from './result-view.tsx'
import styles from './analysis-view.module.css'

type Props = {
  analysis: Analysis
  schema: Schema
  momentOf: Evidence['momentOf']
  onSeek: Evidence['onSeek']
  onAgain: () => void
}

/** One analysis, in whatever state it is. */
export function AnalysisView({ analysis, schema, momentOf, onSeek, onAgain }: Props) {
  if (analysis.status === 'failed') {
    const { code, message } = analysis.error ?? { code: 'internal_error', message: 'It failed.' }
    return (
      <FailureState title="The analysis failed" cause={message} code={code} onRetry={onAgain}>
        <p>{failureHelp(code)}</p>
      </FailureState>
    )
  }
  if (analysis.status !== 'completed' || !analysis.result) {
    return (
      <div>
        <output className={styles['work']}>
          {analysis.status === 'queued' ? 'In line to be analysed' : 'Reading the transcript'}
        </output>
        {analysis.progress === null ? null : (
          <ProgressBar label="Progress of the analysis" share={analysis.progress} />
        )}
        <LoadingRows rows={5} label={`${analysis.prompt_name} is in work`} />
      </div>
    )
  }
  return (
    <>
      {analysis.is_outdated ? <Outdated onAgain={onAgain} /> : null}
      <CheckedResult
        written={analysis}
        result={analysis.result}
        schema={schema}
        momentOf={momentOf}
        onSeek={onSeek}
      />
      <Origin analysis={analysis} />
    </>
  )
}

function Outdated({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles['outdated']}>
      <p>Made from an older version of the transcript.</p>
      <Button size="compact-xs" variant="default" onClick={onAgain}>
        Analyse again
      </Button>
    </div>
  )
}

/** Who answered, how sure, and when. */
function Origin({ analysis }: { analysis: Analysis }) {
  const { model_used: model, confidence_score: confidence, processing_time_ms: ms } = analysis
  const { coverage, result_language: language } = analysis
  return (
    <dl className={styles['origin']}>
      <div>
        <dt>Answered by</dt>
        <dd>{model ?? 'unknown'}</dd>
      </div>
      <div>
        <dt>Found in the recording</dt>
        <dd>{confidence === null ? 'not checked' : `${confidence} % of what was written`}</dd>
      </div>
      {coverage ? (
        <div>
          <dt>Read</dt>
          <dd>{readShare(coverage)} % of the transcript</dd>
        </div>
      ) : null}
      {language ? (
        <div>
          <dt>Language</dt>
          <dd>{languageName(language)}</dd>
        </div>
      ) : null}
      <div>
        <dt>Made</dt>
        <dd>
          {formatDateTime(analysis.created_at)}
          {ms === null ? '' : `, in ${(ms / 1_000).toFixed(1)} s`}, version {analysis.version}
        </dd>
      </div>
    </dl>
  )
}
