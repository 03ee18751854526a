import { Button, Group } from '@mantine/core'
import type { Backup } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { saveFile } from '../../ui/save-file.ts'
import settingsPart from '../../ui/settings-part.module.css'
import styles from './backups.module.css'
import { useDeleteBackup, useDownload } from './queries.ts'

/** What puts a backup in the place of the library, which another feature does. */
export type Restore = {
  isBusy: boolean
  failure: string | null
  begin: (id: string) => void
}

type Asked = { what: 'restore' | 'delete'; backup: Backup }
type Props = { backups: readonly Backup[]; restore: Restore }

/** Finished backups, newest first: saved as a file, restored or deleted. Nothing where there are none. */
export function BackupList({ backups, restore }: Props) {
  const { t } = useTranslation('backups')
  const [asked, setAsked] = useState<Asked | null>(null)
  const download = useDownload()
  if (backups.length === 0) return null
  const save = ({ id }: Backup): void =>
    download.mutate(id, {
      onSuccess: (file) => {
        saveFile(file)
        announce(t('saved', { name: file.name }))
      },
    })
  return (
    <>
      <FormFailure message={download.error ? asFailure(download.error).message : null} />
      <ul aria-labelledby="backups-title" className={styles['list']}>
        {backups.map((backup) => (
          <Row
            key={backup.id}
            backup={backup}
            isSaving={download.isPending && download.variables === backup.id}
            onSave={() => save(backup)}
            onAsk={(what) => setAsked({ what, backup })}
          />
        ))}
      </ul>
      <RestoreDialog
        backup={asked?.what === 'restore' ? asked.backup : null}
        restore={restore}
        onClose={() => setAsked(null)}
      />
      <DeleteDialog
        backup={asked?.what === 'delete' ? asked.backup : null}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

type RowProps = {
  backup: Backup
  isSaving: boolean
  onSave: () => void
  onAsk: (what: Asked['what']) => void
}

function Row({ backup, isSaving, onSave, onAsk }: RowProps) {
  const { t } = useTranslation('backups')
  const { status, created_at: at, size_bytes: bytes, includes_media: hasMedia } = backup
  const isGood = status === 'completed'
  const when = formatDateTime(at)
  const facts = [
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(isGood ? [t(hasMedia ? 'withRecordings' : 'withoutRecordings')] : []),
    ...(isGood && hasMedia ? [t(isCompared(backup) ? 'compared' : 'notCompared')] : []),
    ...(backup.damaged_count ? [t('damaged', { count: backup.damaged_count })] : []),
    t(`reasons.${backup.reason}`),
  ]
  return (
    <li className={styles['backup']}>
      <div className={styles['text']}>
        <strong>{when}</strong>{' '}
        <Badge tone={isGood ? 'ok' : 'bad'}>{t(isGood ? 'good' : 'failed')}</Badge>
        <p className={settingsPart['facts']}>{facts.join(' · ')}</p>
      </div>
      <Group gap="xs">
        {isGood ? (
          <>
            <Button
              size="xs"
              variant="default"
              aria-label={t('saveOne', { when })}
              loading={isSaving}
              onClick={onSave}
            >
              {t('save')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={t('restoreOne', { when })}
              onClick={() => onAsk('restore')}
            >
              {t('restore')}
            </Button>
          </>
        ) : null}
        <Button
          size="xs"
          variant="default"
          aria-label={t('deleteOne', { when })}
          onClick={() => onAsk('delete')}
        >
          {t('delete')}
        </Button>
      </Group>
    </li>
  )
}

/** Whether every recording in it was compared as it was made. */
const isCompared = ({ recordings, compared_count: compared, damaged_count: damaged }: Backup) =>
  compared !== null && compared + (damaged ?? 0) >= (recordings ?? 0)

type DialogProps = { backup: Backup | null; onClose: () => void }

function RestoreDialog({ backup, restore, onClose }: DialogProps & { restore: Restore }) {
  const { t } = useTranslation('backups')
  const when = backup ? formatDateTime(backup.created_at) : ''
  return (
    <ConfirmDialog
      isOpen={backup !== null}
      title={t('restoring.title', { when })}
      confirmLabel={t('restoring.confirm')}
      isBusy={restore.isBusy}
      isCalm
      failure={restore.failure}
      onConfirm={() => backup && restore.begin(backup.id)}
      onClose={onClose}
    >
      <ul className={styles['points']}>
        <li>{t('restoring.asThen')}</li>
        <li>{t('restoring.kept')}</li>
        <li>{t('restoring.back')}</li>
        <li>{t('restoring.meanwhile')}</li>
      </ul>
    </ConfirmDialog>
  )
}

function DeleteDialog({ backup, onClose }: DialogProps) {
  const { t } = useTranslation('backups')
  const remove = useDeleteBackup()
  const when = backup ? formatDateTime(backup.created_at) : ''
  const confirm = (id: string): void =>
    remove.mutate(id, {
      onSuccess: () => {
        onClose()
        announce(t('deleted', { when }))
      },
    })
  return (
    <ConfirmDialog
      isOpen={backup !== null}
      title={t('deleting.title')}
      confirmLabel={t('deleting.confirm')}
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() => backup && confirm(backup.id)}
      onClose={onClose}
    >
      {t('deleting.text', { when })}
    </ConfirmDialog>
  )
}
