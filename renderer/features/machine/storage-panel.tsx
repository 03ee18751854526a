import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Storage } from 'earshot/client'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { bridge } from '../../bridge.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import styles from './machine.module.css'

type Props = {
  storage: Storage
  /** Whether the service makes backups; it makes none where a database server has everything. */
  hasBackups: boolean
  isMeasuring: boolean
  onMeasure: () => void
}

/** What uses disk space, how to free it, and how much is left. */
export function StoragePanel({ storage, hasBackups, isMeasuring, onMeasure }: Props) {
  const { t } = useTranslation('settings')
  const { revealDataFolder } = bridge()
  return (
    <Stack gap="md">
      <p>
        {t('storage.disk', {
          free: formatBytes(storage.free_bytes),
          all: formatBytes(storage.disk_bytes),
        })}
      </p>
      <Kinds storage={storage} hasBackups={hasBackups} />
      {storage.data_folder ? (
        <p className={styles['folder']}>
          {t('storage.folder')} <code>{storage.data_folder}</code>
        </p>
      ) : null}
      <div className={styles['foot']}>
        {revealDataFolder ? (
          <Button variant="default" onClick={() => void revealDataFolder()}>
            {t('storage.reveal')}
          </Button>
        ) : null}
        <Button variant="default" loading={isMeasuring} onClick={onMeasure}>
          {t('storage.again')}
        </Button>
        <span className={styles['muted']}>
          {t('storage.measured', { when: formatDateTime(storage.measured_at) })}
        </span>
      </div>
    </Stack>
  )
}

const link = (to: '/projects' | '/models') => <Link key="link" to={to} />

function Kinds({ storage, hasBackups }: Pick<Props, 'storage' | 'hasBackups'>) {
  const { t } = useTranslation('settings')
  const transcripts = formatBytes(storage.transcripts_bytes)
  return (
    <DataTable
      label={t('storage.kinds')}
      columns={[
        { label: t('storage.kind') },
        { label: t('storage.size'), isNumber: true },
        { label: t('storage.free') },
      ]}
    >
      <Kind name={t('storage.recordings')} bytes={storage.recordings_bytes}>
        <Trans t={t} i18nKey={'storage.recordingsFree'} components={{ 1: link('/projects') }} />
      </Kind>
      <Kind name={t('storage.database')} bytes={storage.database_bytes}>
        {t('storage.databaseNote', { size: transcripts })} {t('storage.databaseFree')}
      </Kind>
      <Kind name={t('storage.models')} bytes={storage.models_bytes}>
        <Trans t={t} i18nKey={'storage.modelsFree'} components={{ 1: link('/models') }} />
      </Kind>
      <Kind name={t('storage.bundled')} bytes={storage.bundled_models_bytes}>
        {t('storage.bundledFree')}
      </Kind>
      <Kind name={t('storage.cache')} bytes={storage.cache_bytes}>
        {t('storage.cacheFree')}
      </Kind>
      {hasBackups ? (
        <Kind name={t('storage.backups')} bytes={storage.backups_bytes}>
          {t('storage.backupsFree')}
        </Kind>
      ) : null}
      {storage.kept_bytes > 0 && (
        <Kind name={t('storage.kept')} bytes={storage.kept_bytes}>
          {t('storage.keptFree')}
        </Kind>
      )}
      <Kind name={t('storage.other')} bytes={storage.other_bytes}>
        {t('storage.otherFree')}
      </Kind>
    </DataTable>
  )
}

const Kind = (props: { name: string; bytes: number; children: ReactNode }) => (
  <tr>
    <td>{props.name}</td>
    <td data-number="">{formatBytes(props.bytes)}</td>
    <td className={styles['muted']}>{props.children}</td>
  </tr>
)
