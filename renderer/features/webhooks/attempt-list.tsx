import { useTranslation } from 'react-i18next'
import type { Delivery } from 'earshot/client'
import { Badge } from '../../ui/badge.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import styles from './attempt-list.module.css'
import { webhooks } from '../../i18n/en/webhooks.ts'

type Attempt = Delivery['attempts'][number]

/** Every attempt of a delivery: when, how long it took, and the response. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('webhooks')
  if (attempts.length === 0) return <p className={styles['note']}>{t('delivery.noAttempt')}</p>
  return (
    <ol className={styles['attempts']}>
      {attempts.map((attempt) => (
        <AttemptItem key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  )
}

type AttemptProps = { attempt: Attempt }

function AttemptItem({ attempt }: AttemptProps) {
  const { t } = useTranslation('webhooks')
  const words = useErrorWords()
  const { number, started_at: at, duration_ms: duration, response_status: status } = attempt
  return (
    <li className={styles['attempt']}>
      <div className={styles['head']}>
        <span className={styles['number']}>{number}</span>
        <Badge tone={attempt.error_code === null ? 'ok' : 'bad'}>
          {status === null ? t('delivery.noAnswer') : t('deliveries.answer', { status })}
        </Badge>
        <span className={styles['note']}>
          {t('delivery.attemptTime', { time: formatDateTime(at), duration })}
        </span>
      </div>
      {attempt.error_code === null ? null : (
        <p className={styles['error']}>
          {words(attempt.error_code, status)} <code>{attempt.error_code}</code>
        </p>
      )}
      <SentBody attempt={attempt} />
      {attempt.response_preview ? (
        <>
          <p className={styles['note']}>{t('delivery.answerText')}</p>
          {/* Focusable, so it can be scrolled by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles['preview']} tabIndex={0}>
            {attempt.response_preview}
          </pre>
        </>
      ) : null}
    </li>
  )
}

/** What went out is not kept where it held a result; its size and hash show what it was. */
function SentBody({ attempt: { body_bytes: bytes, body_sha256: hash, result } }: AttemptProps) {
  const { t } = useTranslation('webhooks')
  if (bytes === null || hash === null || result === null) return null
  return (
    <p className={styles['sent']}>
      {t(`delivery.results.${result}`)} {t('delivery.sent', { size: formatBytes(bytes) })}{' '}
      <code>{hash}</code>
    </p>
  )
}

type Code = Exclude<keyof typeof webhooks.errors, 'http_status_of'>

/** Why an attempt failed, as a sentence; unknown codes are shown as they are. */
export function useErrorWords(): (code: string, status: number | null) => string {
  const { t } = useTranslation('webhooks')
  return (code, status) => {
    if (code === 'http_status' && status !== null) return t('errors.http_status_of', { status })
    return isKnown(code) ? t(`errors.${code}`) : code
  }
}

const isKnown = (code: string): code is Code => Object.hasOwn(webhooks.errors, code)
