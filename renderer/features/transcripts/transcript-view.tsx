import { useMemo, useState } from 'react'
import type { Transcript } from '../../api/types.ts'
import { findMatches } from './find-matches.ts'
import { SegmentList } from './segment-list.tsx'
import { TranscriptFind } from './transcript-find.tsx'
import styles from './transcript-view.module.css'

type Props = { transcript: Transcript; find: string; onFind: (text: string) => void }

/** The transcript with its find bar. What is looked for is kept by the page, in the address. */
export function TranscriptView({ transcript, find, onFind }: Props) {
  const { segments } = transcript
  const matches = useMemo(() => findMatches(segments, find), [segments, find])
  const [current, setCurrent] = useState(0)
  const step = (direction: 1 | -1) =>
    setCurrent((before) => (before + direction + matches.count) % Math.max(1, matches.count))
  return (
    <section aria-labelledby="transcript-title" className={styles['view']}>
      <div className={styles['bar']}>
        <h2 id="transcript-title">Transcript</h2>
        <TranscriptFind
          text={find}
          count={matches.count}
          current={Math.min(current, Math.max(0, matches.count - 1))}
          onText={(text) => {
            setCurrent(0)
            onFind(text)
          }}
          onStep={step}
        />
      </div>
      {segments.length === 0 ? (
        <p className={styles['silent']}>No speech was found in this recording.</p>
      ) : (
        <SegmentList
          transcript={transcript}
          matches={matches}
          foundSegment={matches.segmentOf[current] ?? null}
          foundMatch={current}
        />
      )}
    </section>
  )
}
