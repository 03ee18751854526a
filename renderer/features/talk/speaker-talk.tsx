import type { TalkStatistics } from '../../api/types.ts'
import { countOf, formatClock, formatLength } from '../../ui/format.ts'
import styles from './talk-panel.module.css'

type Props = {
  talk: TalkStatistics['speakers'][number]
  colour: string
  onSeek: (seconds: number) => void
}

/** One person: the share as a bar, the rest in words. */
export function SpeakerTalk({ talk, colour, onSeek }: Props) {
  const { speaker, share, seconds, words_per_minute: pace, longest_monologue: longest } = talk
  const percent = `${Math.round(share * 100)} %`
  return (
    <li className={styles['speaker']}>
      <div className={styles['head']}>
        <strong style={{ color: colour }}>{speaker}</strong>
        <span>
          {percent} · {formatLength(seconds)}
        </span>
      </div>
      <div className={styles['bar']} aria-hidden="true">
        <span style={{ width: `${share * 100}%`, background: colour }} />
      </div>
      <p className={styles['facts']}>
        {pace === null ? null : <span>{pace} words a minute</span>}
        <span>{countOf(talk.turn_count, 'turn')}</span>
        {talk.question_count > 0 ? <span>{countOf(talk.question_count, 'question')}</span> : null}
        {talk.interruption_count > 0 ? (
          <span>{countOf(talk.interruption_count, 'interruption')}</span>
        ) : null}
        {talk.sentiment ? <span>{talk.sentiment.label} in tone</span> : null}
        {longest ? <Monologue speaker={speaker} longest={longest} onSeek={onSeek} /> : null}
      </p>
    </li>
  )
}

type MonologueProps = {
  speaker: string
  longest: NonNullable<Props['talk']['longest_monologue']>
  onSeek: Props['onSeek']
}

function Monologue({ speaker, longest: { start, end }, onSeek }: MonologueProps) {
  const text = `longest monologue ${formatLength(end - start)}`
  return (
    <button
      type="button"
      className={styles['play']}
      aria-label={`Play ${text} of ${speaker}, from ${formatClock(start)}`}
      onClick={() => onSeek(start)}
    >
      {text}
    </button>
  )
}
