import { Link } from '@tanstack/react-router'
import { isUnderWay, useUploads } from './upload-store.ts'
import styles from './upload-badge.module.css'

/** Uploads that go on while another screen is open. */
export function UploadBadge() {
  const uploads = useUploads((state) => state.uploads).filter(isUnderWay)
  const first = uploads[0]
  if (!first) return null
  const sent = uploads.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  const total = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const percent = total > 0 ? Math.min(100, Math.round((100 * sent) / total)) : 0
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: first.projectId }}
      className={styles['badge']}
    >
      Uploading {uploads.length === 1 ? 'a file' : `${uploads.length} files`}: {percent} %
    </Link>
  )
}
