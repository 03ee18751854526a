import type { Analysis } from '../../api/types.ts'
import { hasUnfound, readShare, type Schema } from './result-shape.ts'
import { ResultView, type Evidence } from './result-view.tsx'
import styles from './checked-result.module.css'

type Props = {
  written: Pick<Analysis, 'evidence' | 'coverage'>
  result: Record<string, unknown>
  schema: Schema
  momentOf: Evidence['momentOf']
  onSeek: Evidence['onSeek']
}

/** A result with the places that bear it out, and what a reader must know before relying on it. */
export function CheckedResult({ written, result, schema, momentOf, onSeek }: Props) {
  const places = written.evidence ?? null
  const isMarked = places !== null && hasUnfound(result, schema, { places })
  const share = written.coverage ? readShare(written.coverage) : 100
  return (
    <>
      {share < 100 ? (
        <p className={styles['note']}>
          Only {share} % of the transcript was read: the recording is too long for this model. What
          is missing here may still have been said.
        </p>
      ) : null}
      {isMarked ? (
        <p className={styles['note']}>
          What is marked “not found in the recording” was written without anyone having said it in
          such words. Listen before you rely on it.
        </p>
      ) : null}
      <ResultView result={result} schema={schema} evidence={{ places, momentOf, onSeek }} />
    </>
  )
}
