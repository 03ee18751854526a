import { ActionIcon, Button } from '@mantine/core'
import { RotateCw, X } from 'lucide-react'
import { formatBytes } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Upload } from './upload-store.ts'
import styles from './upload-list.module.css'

type Props = {
  uploads: readonly Upload[]
  onCancel: (id: string) => void
  onRetry: (id: string) => void
}

/** Files on their way into one project, each with its progress. */
export function UploadList({ uploads, onCancel, onRetry }: Props) {
  if (uploads.length === 0) return null
  return (
    <section aria-label="Uploads" className={styles['uploads']}>
      <ul className={styles['list']}>
        {uploads.map((upload) => (
          <li key={upload.id} className={styles['row']}>
            <div className={styles['text']}>
              <span className={styles['name']}>{upload.file.name}</span>
              <UploadProgress upload={upload} />
            </div>
            {upload.state === 'failed' ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<RotateCw size={14} />}
                onClick={() => onRetry(upload.id)}
              >
                Retry
              </Button>
            ) : null}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={
                upload.state === 'failed'
                  ? `Put ${upload.file.name} away`
                  : `Cancel the upload of ${upload.file.name}`
              }
              onClick={() => onCancel(upload.id)}
            >
              <X size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadProgress({ upload: { state, sentBytes, file, failure } }: { upload: Upload }) {
  if (state === 'failed') {
    return (
      <p role="alert" className={styles['failure']}>
        {failure?.message} <code>{failure?.code}</code>
      </p>
    )
  }
  if (state === 'waiting') return <p className={styles['note']}>Waiting for its turn</p>
  const share = file.size > 0 ? Math.min(1, sentBytes / file.size) : 0
  return (
    <div className={styles['progress']}>
      <ProgressBar label={`Upload of ${file.name}`} share={share} />
      <span className={styles['note']}>
        {state === 'confirming'
          ? 'Checking'
          : `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`}
      </span>
    </div>
  )
}
