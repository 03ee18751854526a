import { ActionIcon, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import styles from './record.module.css'
import { changeMarkers } from './recorder-store.ts'
import type { Marker } from './draft-recording.ts'

/** The moments marked so far, each with a field for its name. */
export function MarkerList({ markers }: { markers: readonly Marker[] }) {
  const { t } = useTranslation('recorder')
  if (markers.length === 0) return null
  return (
    <div>
      <h2 className={styles['marksTitle']}>{t('live.marks')}</h2>
      <ul className={styles['marks']} aria-label={t('live.marks')}>
        {markers.map(({ at_seconds: at, label }, index) => (
          <li key={index} className={styles['mark']}>
            <span className={styles['at']}>{formatClock(at)}</span>
            <TextInput
              size="xs"
              className={styles['markLabel'] ?? ''}
              aria-label={t('live.markLabel', { time: formatClock(at) })}
              placeholder={t('live.markPlaceholder')}
              maxLength={200}
              value={label}
              onChange={({ currentTarget: { value } }) =>
                changeMarkers((all) =>
                  all.map((one, place) => (place === index ? { ...one, label: value } : one)),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('live.removeMark', { time: formatClock(at) })}
              onClick={() => changeMarkers((all) => all.filter((_, place) => place !== index))}
            >
              <X size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  )
}
