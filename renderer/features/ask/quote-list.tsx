import { Link } from '@tanstack/react-router'
import type { Quote } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { useHasSound } from '../../ui/has-sound.ts'
import { shownName } from '../../ui/shown-name.ts'
import styles from './ask-box.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  quotes: readonly Quote[]
  /** Set if the page already shows the recording's name. */
  isOneRecording: boolean
  /** Emphasized in quotes that contain it verbatim. */
  answer: string
  onOpen?: (seconds: number) => void
}

/** Quotes with speaker and time; each opens its recording at that moment. */
export function QuoteList({ quotes, isOneRecording, answer, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const hasSound = useHasSound()
  return (
    <ol className={styles['quotes']} aria-label={t('quotes')}>
      {quotes.map(({ segment_id: id, start, text, title, speaker, ...place }) => (
        <li key={id} className={styles['quote']}>
          <blockquote className={styles['text']}>
            <Said text={text} answer={answer} />
          </blockquote>
          <p className={styles['source']}>
            <Link
              to="/projects/$projectId/recordings/$contentId"
              params={{ projectId: place.project_id, contentId: place.content_id }}
              search={{ at: start, play: true }}
              resetScroll={!isOneRecording}
              onClick={() => onOpen?.(start)}
              className={styles['moment']}
            >
              {isOneRecording
                ? t(hasSound ? 'play' : 'read', { time: formatClock(start) })
                : t('place', { name: shownName({ title }), time: formatClock(start) })}
            </Link>
            <span>{speakerName(speaker)}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function Said({ text, answer }: { text: string; answer: string }) {
  const at = text.indexOf(answer)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong>{answer}</strong>
      {text.slice(at + answer.length)}
    </>
  )
}
