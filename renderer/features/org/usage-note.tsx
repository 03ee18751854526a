import { useOrganization } from './queries.ts'
import styles from './usage-note.module.css'

/** How much of this month's quota is used; silent while unknown. */
export function UsageNote() {
  const { data } = useOrganization()
  if (!data) return null
  const { transcription_minutes: minutes, storage_gb: storage } = data.usage
  return (
    <dl className={styles['usage']}>
      <dt>Transcribed</dt>
      <dd>
        {Math.round(minutes.used).toLocaleString()} of {minutes.limit.toLocaleString()} min
      </dd>
      <dt>Stored</dt>
      <dd>
        {storage.used.toFixed(storage.used < 10 ? 1 : 0)} of {storage.limit.toLocaleString()} GB
      </dd>
    </dl>
  )
}
