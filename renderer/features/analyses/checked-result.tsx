import { useTranslation } from 'react-i18next'
import type { Analysis } from 'earshot/client'
import { CopyResult } from './copy-result.tsx'
import { hasUnfound, readShare, type Schema } from './result-shape.ts'
import { ResultView, type Evidence } from './result-view.tsx'
import styles from './checked-result.module.css'

type Props = {
  written: Pick<Analysis, 'evidence' | 'coverage'>
  result: Record<string, unknown>
  schema: Schema
  momentOf: Evidence['momentOf']
  /** Omitted if no player is on the page. */
  onSeek?: Evidence['onSeek']
}

/** A result with its supporting quotes, and what a reader should know before relying on it. */
export function CheckedResult({ written, result, schema, momentOf, onSeek }: Props) {
  const { t } = useTranslation('analyses')
  const places = written.evidence ?? null
  const isMarked = places !== null && hasUnfound(result, schema, { places })
  const percent = written.coverage ? readShare(written.coverage) : 100
  return (
    <>
      {percent < 100 ? <p className={styles['note']}>{t('partlyRead', { percent })}</p> : null}
      {isMarked ? <p className={styles['note']}>{t('marked')}</p> : null}
      <ResultView result={result} schema={schema} evidence={{ places, momentOf, onSeek }} />
      <CopyResult result={result} schema={schema} />
    </>
  )
}
