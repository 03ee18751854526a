import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Analysis } from 'earshot/client'
import { CopyResult } from './copy-result.tsx'
import { hasUnfound, readShare, withUnanswered, type Schema } from './result-shape.ts'
import { ResultView, type Evidence } from './result-view.tsx'
import styles from './checked-result.module.css'

type Props = {
  written: Pick<Analysis, 'evidence' | 'coverage' | 'needs_language_model'>
  result: Record<string, unknown>
  schema: Schema
  momentOf: Evidence['momentOf']
  /** Omitted if no player is on the page. */
  onSeek?: Evidence['onSeek']
  boxOf?: Evidence['boxOf']
  /** Runs the prompt again; given if there is a language model now. */
  onAgain?: (() => void) | undefined
  /** Whether the prompt would be lost if the page were left. */
  isUnsaved?: boolean
}

/** A result with its supporting quotes, and what a reader should know before relying on it. */
export function CheckedResult(props: Props) {
  const { written, result, schema, momentOf, onSeek, boxOf, isUnsaved = false, onAgain } = props
  const { t } = useTranslation('analyses')
  const places = written.evidence ?? null
  const unanswered = written.needs_language_model ?? []
  const shown = withUnanswered(result, unanswered)
  const isMarked = places !== null && hasUnfound(shown, schema, { places })
  const percent = written.coverage ? readShare(written.coverage) : 100
  return (
    <>
      {percent < 100 ? <p className={styles['note']}>{t('partlyRead', { percent })}</p> : null}
      {isMarked ? <p className={styles['note']}>{t('marked')}</p> : null}
      {unanswered.length > 0 ? <NeedsModel isUnsaved={isUnsaved} onAgain={onAgain} /> : null}
      <ResultView
        result={shown}
        schema={schema}
        evidence={{ places, momentOf, onSeek, boxOf, unanswered }}
      />
      <CopyResult result={result} schema={schema} unanswered={unanswered} />
    </>
  )
}

/** What to do about fields that the built-in analyser cannot answer. */
function NeedsModel({ isUnsaved, onAgain }: Pick<Props, 'isUnsaved' | 'onAgain'>) {
  const { t } = useTranslation('analyses')
  return (
    <div className={styles['needsModel']}>
      <p>
        {t('needsModel.note')} {isUnsaved ? t('needsModel.save') : null}
      </p>
      {onAgain ? (
        <Button size="compact-sm" onClick={onAgain}>
          {t('needsModel.again')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          renderRoot={(props) => <Link to="/models" hash="language-models" {...props} />}
        >
          {t('needsModel.install')}
        </Button>
      )}
    </div>
  )
}
