import { useTranslation } from 'react-i18next'
import type { TalkStatistics } from 'earshot/client'
import { formatClock, formatLength } from '../../ui/format.ts'
import { useHasSound } from '../../ui/has-sound.ts'
import styles from './talk-panel.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  talk: TalkStatistics['speakers'][number]
  colour: string
  onSeek: (seconds: number) => void
}

/** One speaker: the share as a bar, the rest in words. */
export function SpeakerTalk({ talk, colour, onSeek }: Props) {
  const { t } = useTranslation('talk')
  const { share, seconds, words_per_minute: pace, longest_monologue: longest } = talk
  const speaker = speakerName(talk.speaker)
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
        {pace === null ? null : <span>{t('pace', { count: pace })}</span>}
        <span>{t('turns', { count: talk.turn_count })}</span>
        {talk.question_count > 0 ? (
          <span>{t('questions', { count: talk.question_count })}</span>
        ) : null}
        {talk.interruption_count > 0 ? (
          <span>{t('interruptions', { count: talk.interruption_count })}</span>
        ) : null}
        {talk.sentiment ? <span>{t(`tones.${talk.sentiment.label}`)}</span> : null}
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
  const { t } = useTranslation('talk')
  const act = useHasSound() ? 'playMonologue' : 'readMonologue'
  const length = formatLength(end - start)
  return (
    <button
      type="button"
      className={styles['play']}
      aria-label={t(act, { length, speaker, time: formatClock(start) })}
      onClick={() => onSeek(start)}
    >
      {t('monologue', { length })}
    </button>
  )
}
