import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isUnderWay, useUploads } from './upload-store.ts'
import styles from './upload-badge.module.css'

/** Uploads that continue while another screen is open. */
export function UploadBadge() {
  const { t } = useTranslation('content')
  const uploads = useUploads((state) => state.uploads).filter(isUnderWay)
  if (uploads.length === 0) return null
  const sent = uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  const total = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const percent = total > 0 ? Math.min(100, Math.round((100 * sent) / total)) : 0
  return (
    <Link to="/queue" className={styles['badge']}>
      {t('uploads.badge', { count: uploads.length, percent })}
    </Link>
  )
}
