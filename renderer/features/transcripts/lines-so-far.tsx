import { useTranslation } from 'react-i18next'
import type { ContentRef } from '../../api/types.ts'
import { formatClock } from '../../ui/format.ts'
import { findMatches } from './find-matches.ts'
import { useLinesSoFar } from './queries.ts'
import { SegmentList } from './segment-list.tsx'
import styles from './transcript-view.module.css'

const noMatches = findMatches([], '')

type Props = {
  contentRef: ContentRef
  /** Called with the second at the top when all is transcribed. */
  onLeave: (seconds: number) => void
}

/** What can be read while the rest of a recording is transcribed; nothing before there is any. */
export function LinesSoFar({ contentRef, onLeave }: Props) {
  const { t } = useTranslation('transcripts')
  const { data: transcript } = useLinesSoFar(contentRef)
  const end = transcript?.segments.at(-1)?.end
  if (!transcript || end === undefined) return null
  return (
    <section aria-labelledby="lines-so-far" className={styles['view']}>
      <header className={styles['soFar']}>
        <h2 id="lines-so-far">{t('soFar.title', { until: formatClock(end) })}</h2>
        <p>{t('soFar.note')}</p>
      </header>
      <SegmentList
        transcript={transcript}
        matches={noMatches}
        foundSegment={null}
        foundMatch={0}
        showsUnsure={false}
        session={null}
        onLeave={onLeave}
      />
    </section>
  )
}
