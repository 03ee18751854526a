import type { Chapter } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import styles from './chapter-outline.module.css'

type Props = {
  chapters: readonly Chapter[]
  /** In seconds from the beginning of the recording. */
  position: number
  onSeek: (seconds: number) => void
}

/** The chapters in order; the one at the current position is marked and shows its gist. */
export function ChapterList({ chapters, position, onSeek }: Props) {
  const { t } = useTranslation('chapters')
  const current = currentOf(chapters, position)
  return (
    <ol aria-label={t('list')} className={styles['list']}>
      {chapters.map((chapter, at) => (
        <Entry
          key={chapter.segment_id}
          chapter={chapter}
          number={at + 1}
          isCurrent={at === current}
          onSeek={onSeek}
        />
      ))}
    </ol>
  )
}

/** The last chapter that has begun; before the first word, the first. */
const currentOf = (chapters: readonly Chapter[], position: number): number =>
  Math.max(
    0,
    // A seek lands a fraction before the requested position.
    chapters.findLastIndex(({ start }) => start <= position + 0.05),
  )

type EntryProps = {
  chapter: Chapter
  number: number
  isCurrent: boolean
  onSeek: (seconds: number) => void
}

function Entry({ chapter: { title, start, gist }, number, isCurrent, onSeek }: EntryProps) {
  const { t } = useTranslation('chapters')
  return (
    <li className={styles['entry']} data-current={isCurrent}>
      <button
        type="button"
        className={styles['seek']}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onSeek(start)}
      >
        <time className={styles['time']}>{formatClock(start)}</time>
        <span className={styles['title']}>{title ?? t('untitled', { number })}</span>
      </button>
      {gist !== null && isCurrent ? <p className={styles['gist']}>{gist}</p> : null}
    </li>
  )
}
