import { ActionIcon, TextInput } from '@mantine/core'
import { Play, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { useHasSound } from '../../ui/has-sound.ts'
import styles from './notes-panel.module.css'
import type { Written } from './queries.ts'

type Markers = Written['markers']
type Props = {
  markers: Markers
  onPlay: (seconds: number) => void
  onChange: (markers: Markers) => void
}

/** Marked moments: each can be played and renamed. */
export function MomentList({ markers, onPlay, onChange }: Props) {
  const { t } = useTranslation('notes')
  const hasSound = useHasSound()
  if (markers.length === 0) return null
  return (
    <ul aria-label={t('moments')} className={styles['moments']}>
      {markers.map(({ at_seconds: at, label }, index) => {
        const time = formatClock(at)
        const rename = (name: string) =>
          onChange(markers.map((one, place) => (place === index ? { ...one, label: name } : one)))
        return (
          <li key={`${at} ${index}`} className={styles['moment']}>
            <button
              type="button"
              className={styles['play']}
              aria-label={t(hasSound ? 'play' : 'read', { time })}
              onClick={() => onPlay(at)}
            >
              {hasSound ? <Play size={12} aria-hidden="true" /> : null}
              {time}
            </button>
            <TextInput
              variant="unstyled"
              size="xs"
              className={styles['label'] ?? ''}
              aria-label={t('label', { time })}
              placeholder={t('unnamed')}
              maxLength={200}
              value={label}
              onChange={({ currentTarget: { value } }) => rename(value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('remove', { time })}
              onClick={() => onChange(markers.filter((_, place) => place !== index))}
            >
              <X size={14} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
