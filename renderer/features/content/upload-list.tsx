import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { uploadName, useUploads, type Upload } from './upload-store.ts'
import styles from './upload-list.module.css'

type Props = {
  uploads: readonly Upload[]
  /** How many to list; the rest is counted, and listed in the queue. */
  most?: number
}

/** Uploads with their progress; failed and running ones come first. */
export function UploadList({ uploads, most = uploads.length }: Props) {
  const { t } = useTranslation('content')
  if (uploads.length === 0) return null
  const ordered = uploads.toSorted((one, two) => rank(one) - rank(two))
  const more = ordered.length - most
  return (
    <section aria-label={t('uploads.title')} className={styles['uploads']}>
      <ul className={styles['list']}>
        {ordered.slice(0, most).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {more > 0 ? (
          <li className={styles['row']}>
            <Link to="/queue">{t('more', { count: more })}</Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

const rank = ({ state }: Upload): number => (state === 'failed' ? 0 : state === 'waiting' ? 2 : 1)

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation('content')
  const cancel = useUploads((state) => state.cancel)
  const retry = useUploads((state) => state.retry)
  const isFailed = upload.state === 'failed'
  const name = uploadName(upload)
  return (
    <li className={styles['row']}>
      <div className={styles['text']}>
        <span className={styles['name']}>{name}</span>
        <UploadProgress upload={upload} />
      </div>
      {isFailed ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<RotateCw size={14} />}
          onClick={() => retry(upload.id)}
        >
          {t('uploads.retry')}
        </Button>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(isFailed ? 'uploads.putAway' : 'uploads.cancel', { name })}
        onClick={() => cancel(upload.id)}
      >
        <X size={16} />
      </ActionIcon>
    </li>
  )
}

function UploadProgress({ upload }: { upload: Upload }) {
  const { state, sentBytes, file, failure } = upload
  const { t } = useTranslation('content')
  if (state === 'failed') {
    return (
      <p role="alert" className={styles['failure']}>
        {failure?.message} <code>{failure?.code}</code>
      </p>
    )
  }
  if (state === 'waiting') return <p className={styles['note']}>{t('uploads.waiting')}</p>
  const share = file.size > 0 ? Math.min(1, sentBytes / file.size) : 0
  return (
    <div className={styles['progress']}>
      <ProgressBar label={t('uploads.of', { name: uploadName(upload) })} share={share} />
      <span className={styles['note']}>
        {state === 'confirming'
          ? t('uploads.checking')
          : t('uploads.sent', { sent: formatBytes(sentBytes), total: formatBytes(file.size) })}
      </span>
    </div>
  )
}
