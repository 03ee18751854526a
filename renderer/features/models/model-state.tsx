import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { formatBytes, formatDateTime, formatRemaining } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './model-list.module.css'

/** What is happening to a model, what failed, or what an interrupted installation left behind. */
export function ModelState({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { status, received_bytes: received, verified_at: verifiedAt } = model.state
  if (status === 'installing' || status === 'verifying') return <Progress model={model} />
  if (status === 'damaged') return <p className={styles['bad']}>{t('damaged')}</p>
  if (status === 'installed' && verifiedAt) {
    return <p className={styles['note']}>{t('verifiedAt', { when: formatDateTime(verifiedAt) })}</p>
  }
  return (
    <>
      <Problem model={model} />
      {status === 'missing' && received > 0 ? (
        <p className={styles['note']}>
          {t('partial', { received: formatBytes(received), total: formatBytes(model.bytes ?? 0) })}
        </p>
      ) : null}
    </>
  )
}

function Progress({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { fraction, received_bytes: received, bytes_per_second: pace, status } = model.state
  const total = model.bytes ?? 0
  const amounts = { received: formatBytes(received), total: formatBytes(total) }
  const text = pace
    ? t('progressPace', {
        ...amounts,
        pace: formatBytes(pace),
        left: formatRemaining((total - received) / pace),
      })
    : t('progress', amounts)
  return (
    <div className={styles['progress']}>
      <ProgressBar label={t('progressOf', { name: model.name })} share={fraction} />
      <p className={styles['note']}>
        {t(`status.${status}`)} · {text}
      </p>
    </div>
  )
}

/** What to do about a failure, with the server's own message on demand. */
function Problem({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { problem } = model.state
  if (!problem) return null
  return (
    <div role="alert" className={styles['bad']}>
      <p>{t(`problem.${problem.code}`)}</p>
      <details>
        <summary>{t('details')}</summary>
        <code>{problem.message}</code>
      </details>
    </div>
  )
}
