import { useTranslation } from 'react-i18next'
import type { Analysis } from 'earshot/client'
import { CopyResult } from './copy-result.tsx'
import { ModelBanner, useBannerDismissed } from './model-banner.tsx'
import { fieldsOwed, hasUnfound, readShare, withUnanswered, type Schema } from './result-shape.ts'
import { ResultView, type Evidence } from './result-view.tsx'
import styles from './checked-result.module.css'

type Props = {
  written: Pick<Analysis, 'evidence' | 'coverage' | 'claims' | 'needs_language_model'>
  result: Record<string, unknown>
  schema: Schema
  momentOf: Evidence['momentOf']
  /** Omitted if no player is on the page. */
  onSeek?: Evidence['onSeek']
  boxOf?: Evidence['boxOf']
  /** Whether a language model would answer better, although every field has an answer. */
  isImprovable?: boolean
  /** Runs the prompt again; given if there is a language model now. */
  onAgain?: (() => void) | undefined
  /** Whether the prompt would be lost if the page were left. */
  isUnsaved?: boolean
}

/** A result with its supporting quotes, and what a reader should know before relying on it. */
export function CheckedResult(props: Props) {
  const { written, result, schema, momentOf, onSeek, boxOf, onAgain } = props
  const { isUnsaved = false, isImprovable = false } = props
  const { t } = useTranslation('analyses')
  const places = written.evidence ?? null
  const unanswered = written.needs_language_model ?? []
  const shown = withUnanswered(result, unanswered)
  const isMarked = places !== null && hasUnfound(shown, schema, { places })
  const [isDismissed, dismiss] = useBannerDismissed()
  // What was asked just now says what it could not answer, whatever was put away elsewhere.
  const hasBanner = (unanswered.length > 0 || isImprovable) && (isUnsaved || !isDismissed)
  const leftOut = written.coverage?.left_out ?? 0
  const statements = written.claims ?? null
  const percent = written.coverage ? readShare(written.coverage) : 100
  // Above what it explains; where nothing is missing, the answer comes first.
  const banner = hasBanner ? (
    <ModelBanner
      fields={fieldsOwed(shown, schema, unanswered)}
      isUnsaved={isUnsaved}
      onAgain={onAgain}
      onDismiss={isUnsaved ? undefined : dismiss}
    />
  ) : null
  return (
    <>
      {percent < 100 ? <p className={styles['note']}>{t('partlyRead', { percent })}</p> : null}
      {isMarked ? <p className={styles['note']}>{t('marked')}</p> : null}
      {leftOut > 0 ? <p className={styles['note']}>{t('leftOut', { count: leftOut })}</p> : null}
      {unanswered.length > 0 ? banner : null}
      <ResultView
        result={shown}
        schema={schema}
        evidence={{ places, momentOf, onSeek, boxOf, statements, unanswered }}
        namesOwed={!hasBanner}
      />
      {unanswered.length > 0 ? null : banner}
      <CopyResult result={result} schema={schema} statements={statements} unanswered={unanswered} />
    </>
  )
}
