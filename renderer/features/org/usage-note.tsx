import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { useOrganization } from './queries.ts'
import styles from './usage-note.module.css'

/** Choice: from here on the owner learns of a limit before work stops at it. */
const nearShare = 0.8

/** A limit that is nearly used up; nothing while there is room. */
export function UsageNote() {
  const { t } = useTranslation('org')
  const { data } = useOrganization()
  if (!data) return null
  const { transcription_minutes: minutes, storage_gb: storage } = data.usage
  const isNear = ({ used, limit }: { used: number; limit: number }) => used >= nearShare * limit
  if (!isNear(minutes) && !isNear(storage)) return null
  return (
    <dl className={styles['usage']}>
      {isNear(minutes) ? (
        <>
          <dt>{t('usage.transcribed')}</dt>
          <dd>
            {t('usage.minutes', {
              used: formatNumber(minutes.used),
              limit: formatNumber(minutes.limit),
            })}
          </dd>
        </>
      ) : null}
      {isNear(storage) ? (
        <>
          <dt>{t('usage.stored')}</dt>
          <dd>
            {t('usage.gigabytes', {
              used: formatNumber(storage.used, storage.used < 10 ? 1 : 0),
              limit: formatNumber(storage.limit),
            })}
          </dd>
        </>
      ) : null}
    </dl>
  )
}
