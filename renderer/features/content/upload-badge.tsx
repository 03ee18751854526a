import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isUnderWay, useUploads } from './upload-store.ts'
import styles from './upload-badge.module.css'

/** Uploads that continue while another screen is open: all files of the batch, also those that have arrived. */
export function UploadBadge() {
  const { t } = useTranslation('content')
  const uploads = useUploads((state) => state.uploads).filter(isUnderWay)
  const batch = useUploads((state) => state.batch)
  if (uploads.length === 0) return null
  const { files: done, bytes } = batch
  const sent = uploads.reduce((sum, { sentBytes }) => sum + sentBytes, bytes)
  const total = uploads.reduce((sum, { file }) => sum + file.size, bytes)
  const percent = total > 0 ? Math.min(100, Math.round((100 * sent) / total)) : 0
  return (
    <Link to="/queue" className={styles['badge']}>
      {t('uploads.badge', { count: done + uploads.length, done, percent })}
    </Link>
  )
}
