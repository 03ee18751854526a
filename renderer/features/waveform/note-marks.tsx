import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import styles from './waveform.module.css'

/** A moment that somebody marked; its label may be empty. */
export type NoteMark = { seconds: number; kind: 'note'; label: string }

type Props = {
  marks: readonly NoteMark[]
  duration: number
  onSeek: (seconds: number) => void
}

const most = 200

/** Flags along the top of the waveform, above the slider; a click seeks to the moment. */
export function NoteMarks({ marks, duration, onSeek }: Props) {
  const { t } = useTranslation('waveform')
  const shown = marks.filter(({ seconds }) => seconds <= duration).slice(0, most)
  if (shown.length === 0) return null
  return (
    <ul className={styles['notes']} aria-label={t('notes')}>
      {shown.map(({ seconds, label }, at) => {
        const time = formatClock(seconds)
        const name = label ? t('noteCalled', { time, label }) : t('note', { time })
        return (
          <li key={at} style={{ left: `${(seconds / duration) * 100}%` }}>
            <button
              type="button"
              className={styles['note']}
              aria-label={name}
              title={name}
              onClick={() => onSeek(seconds)}
            />
          </li>
        )
      })}
    </ul>
  )
}
