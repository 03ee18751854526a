import type { Delivery } from '../../api/types.ts'
import { formatDateTime } from '../../ui/format.ts'
import styles from './attempt-list.module.css'

type Attempt = Delivery['attempts'][number]

/** Each try of one delivery: when, how long, and what came back. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className={styles['note']}>No attempt has been made yet.</p>
  return (
    <ol className={styles['attempts']}>
      {attempts.map((attempt) => (
        <li key={attempt.number}>
          <p>
            {formatDateTime(attempt.started_at)}, {attempt.duration_ms} ms:{' '}
            {attempt.response_status === null ? 'no answer' : `answer ${attempt.response_status}`}{' '}
            {attempt.error_code ? <code>{attempt.error_code}</code> : null}
          </p>
          {attempt.response_preview ? (
            <pre className={styles['preview']}>{attempt.response_preview}</pre>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
