import { CloseButton } from '@mantine/core'
import { FileX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LeftOut } from './gather-files.ts'
import styles from './left-out-list.module.css'
import fileReasonsStyles from './file-reasons.module.css'

type Props = { leftOut: readonly LeftOut[]; onClose: () => void }

/** Files that were not added, and why; nothing is skipped silently. */
export function LeftOutList({ leftOut, onClose }: Props) {
  const { t } = useTranslation('content')
  if (leftOut.length === 0) return null
  return (
    <section aria-label={t('leftOut.title')} className={styles['box']}>
      <FileX size={16} aria-hidden="true" className={styles['icon']} />
      <details className={styles['details']}>
        <summary>{t('leftOut.count', { count: leftOut.length })}</summary>
        <FileReasons
          files={leftOut.map(({ name, reason }) => ({
            id: name,
            name,
            reason: t(`leftOut.reasons.${reason}`),
          }))}
        />
      </details>
      <CloseButton size="sm" aria-label={t('leftOut.close')} onClick={onClose} />
    </section>
  )
}

type FileReason = { id: string; name: string; reason: string }

/** Files or recordings, each with the reason it was left out. */
export function FileReasons({ files }: { files: readonly FileReason[] }) {
  return (
    <ul className={fileReasonsStyles['list']}>
      {files.map(({ id, name, reason }) => (
        <li key={id}>
          <span className={fileReasonsStyles['name']}>{name}</span>{' '}
          <span className={fileReasonsStyles['reason']}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
