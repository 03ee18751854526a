import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { useOrganization } from './queries.ts'
import styles from './usage-note.module.css'

/** How much of this month's quota is used; hidden until known. */
export function UsageNote() {
  const { t } = useTranslation('org')
  const { data } = useOrganization()
  if (!data) return null
  const { transcription_minutes: minutes, storage_gb: storage } = data.usage
  return (
    <dl className={styles['usage']}>
      <dt>{t('usage.transcribed')}</dt>
      <dd>
        {t('usage.minutes', {
          used: formatNumber(minutes.used),
          limit: formatNumber(minutes.limit),
        })}
      </dd>
      <dt>{t('usage.stored')}</dt>
      <dd>
        {t('usage.gigabytes', {
          used: formatNumber(storage.used, storage.used < 10 ? 1 : 0),
          limit: formatNumber(storage.limit),
        })}
      </dd>
    </dl>
  )
}
