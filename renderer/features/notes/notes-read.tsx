import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { useHasSound } from '../../ui/has-sound.ts'
import type { TimedText } from '../../ui/line-times.ts'
import styles from './notes-read.module.css'
import {
  leftOut,
  noteLines,
  saidAround,
  weighWords,
  type NoteLine,
  type Passage,
  type Topic,
} from './said-around.ts'

/** What is known of the recording beside its notes; empty while there is no transcript. */
export type NotesContext = { passages: readonly Passage[]; topics: readonly Topic[] }

type Props = { value: TimedText; context: NotesContext; onPlay: (seconds: number) => void }

/** Long notes leave room for what follows them until they are asked for. */
const fewLines = 10

/** The lines as they were typed, with what was said around each, and what none speaks of. */
export function NotesRead({ value, context, onPlay }: Props) {
  const { t } = useTranslation('notes')
  const [isWhole, setWhole] = useState(false)
  const { passages, topics } = context
  const weights = useMemo(() => weighWords(passages), [passages])
  const lines = noteLines(value)
  const shown = isWhole || lines.length <= fewLines + 2 ? lines : lines.slice(0, fewLines)
  return (
    <>
      <ol aria-label={t('lines')} className={styles['lines']}>
        {shown.map((line, at) => (
          <Line key={at} line={line} said={saidAround(line, passages, weights)} onPlay={onPlay} />
        ))}
      </ol>
      {shown.length < lines.length ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles['more'] ?? ''}
          onClick={() => setWhole(true)}
        >
          {t('allLines', { count: lines.length })}
        </Button>
      ) : null}
      <LeftOut topics={leftOut(lines, topics, weights)} onPlay={onPlay} />
    </>
  )
}

type LineProps = { line: NoteLine; said: readonly Passage[]; onPlay: Props['onPlay'] }

function Line({ line: { text, at, isHeading }, said, onPlay }: LineProps) {
  return (
    <li className={styles['line']}>
      {at === null ? <span /> : <Moment seconds={at} onPlay={onPlay} />}
      <p className={styles['typed']} data-heading={isHeading || undefined}>
        {text}
      </p>
      {said.length > 0 ? (
        <ul className={styles['said']}>
          {said.map((passage) => (
            <li key={passage.id}>
              <Quote passage={passage} onPlay={onPlay} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Moment({ seconds, onPlay }: { seconds: number; onPlay: Props['onPlay'] }) {
  const { t } = useTranslation('notes')
  const hasSound = useHasSound()
  const time = formatClock(seconds)
  return (
    <button
      type="button"
      className={styles['time']}
      aria-label={t(hasSound ? 'play' : 'read', { time })}
      onClick={() => onPlay(seconds)}
    >
      {time}
    </button>
  )
}

type QuoteProps = { passage: Passage; onPlay: Props['onPlay'] }

function Quote({ passage: { start, speaker, text }, onPlay }: QuoteProps) {
  const { t } = useTranslation('notes')
  const hasSound = useHasSound()
  return (
    <button
      type="button"
      className={styles['quote']}
      title={t(hasSound ? 'play' : 'read', { time: formatClock(start) })}
      onClick={() => onPlay(start)}
    >
      <b>{speaker}</b> {text}
    </button>
  )
}

type LeftOutProps = { topics: readonly Topic[]; onPlay: Props['onPlay'] }

function LeftOut({ topics, onPlay }: LeftOutProps) {
  const { t } = useTranslation('notes')
  if (topics.length === 0) return null
  return (
    <div className={styles['leftOut']}>
      <h3>{t('leftOut')}</h3>
      <ul className={styles['lines']}>
        {topics.map(({ kind, text, start }) => (
          <li key={`${kind} ${start} ${text}`} className={styles['line']}>
            <Moment seconds={start} onPlay={onPlay} />
            <p>
              <span className={styles['kind']}>{t(`kinds.${kind}`)}</span> {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
