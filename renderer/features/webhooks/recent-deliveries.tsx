import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format.ts'
import { useRecentDeliveries } from './queries.ts'
import styles from './recent-deliveries.module.css'

type Props = { webhookId: string; lastAt: string | null }

/** The outcome of the latest deliveries to one endpoint, newest on the right. */
export function RecentDeliveries({ webhookId, lastAt }: Props) {
  const { t } = useTranslation('webhooks')
  const { data } = useRecentDeliveries(webhookId)
  if (!data) return null
  if (data.length === 0) return <span className={styles['text']}>{t('recent.none')}</span>
  const count = (status: string) => data.filter((one) => one.status === status).length
  const givenUp = count('exhausted')
  return (
    <>
      <div className={styles['recent']}>
        <span className={styles['strip']} aria-hidden="true">
          {data.toReversed().map(({ id, status }) => (
            <span key={id} className={`${styles['bar']} ${styles[status] ?? ''}`} />
          ))}
        </span>
        <span className={styles['text']}>
          {t('recent.arrived', { arrived: count('delivered'), count: data.length })}
        </span>
        {givenUp > 0 ? (
          <span className={styles['givenUp']}>{t('recent.givenUp', { count: givenUp })}</span>
        ) : null}
      </div>
      {lastAt ? (
        <p className={styles['text']}>{t('recent.last', { time: formatDateTime(lastAt) })}</p>
      ) : null}
    </>
  )
}
