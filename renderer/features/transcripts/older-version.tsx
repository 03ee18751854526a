import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Transcript } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { useRestore, useVersion } from './queries.ts'
import { originOf } from './versions-dialog.tsx'
import styles from './older-version.module.css'

type Props = {
  contentRef: ContentRef
  version: number
  people: ReadonlyMap<string, string>
  canEdit: boolean
  onVersion: (version: number | null) => void
  onRestored: () => Promise<unknown>
  children: (transcript: Transcript) => ReactNode
}

/** An older version, read-only, with a button back to the current one. */
export function OlderVersion(props: Props) {
  const { contentRef, version, people, canEdit, onVersion, onRestored, children } = props
  const { t } = useTranslation('transcripts')
  const { data, error, refetch } = useVersion(contentRef, version)
  const restore = useRestore(contentRef, async () => {
    await onRestored()
    onVersion(null)
  })
  const back = (
    <Button size="xs" variant="default" onClick={() => onVersion(null)}>
      {t('older.back')}
    </Button>
  )
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title={t('older.failed', { version })}
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      >
        {back}
      </FailureState>
    )
  }
  if (!data) return <LoadingRows rows={8} label={t('older.loading', { version })} />
  return (
    <>
      <div className={styles['note']}>
        <p className={styles['text']}>
          <strong>{t('older.reading', { version })}</strong>{' '}
          {t('older.origin', {
            origin: originOf(data, people),
            time: formatDateTime(data.updated_at),
          })}
        </p>
        {back}
        <Button
          size="xs"
          disabled={!canEdit}
          loading={restore.busy !== null}
          onClick={() => restore.run(version)}
        >
          {t('versions.restore')}
        </Button>
        {restore.failure ? (
          <p role="alert" className={styles['failure']}>
            {restore.failure}
          </p>
        ) : null}
      </div>
      {children(data)}
    </>
  )
}
