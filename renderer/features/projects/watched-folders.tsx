import { ActionIcon, Button } from '@mantine/core'
import type { WatchedFolder } from 'earshot/client'
import { FolderPlus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { FolderChooser } from './folder-chooser.tsx'
import styles from './project-settings.module.css'
import { useWatchedFolders } from './use-watched-folders.ts'

type Props = { projectId: string; mayAdd: boolean }

/** Folders of the service's machine whose recordings are added to the project by themselves. */
export function WatchedFolders({ projectId, mayAdd }: Props) {
  const { t } = useTranslation('projects')
  const { folders, add, remove, scan } = useWatchedFolders(projectId)
  const error = remove.error ?? scan.error
  return (
    <>
      <p className={styles['about']}>{t('folders.about')}</p>
      {folders.data ? (
        <ul className={styles['folders']}>
          {folders.data.map((folder) => (
            <FolderRow
              key={folder.id}
              folder={folder}
              onScan={() => scan.mutate(folder.id)}
              onRemove={() => remove.mutate(folder.id)}
            />
          ))}
          {folders.data.length === 0 ? (
            <li className={styles['about']}>{t('folders.none')}</li>
          ) : null}
        </ul>
      ) : folders.error ? (
        <FailureState
          title={t('folders.failed')}
          cause={asFailure(folders.error).message}
          onRetry={() => void folders.refetch()}
        />
      ) : (
        <LoadingRows rows={2} label={t('folders.loading')} />
      )}
      {error ? (
        <p role="alert" className={styles['problem']}>
          {asFailure(error).message}
        </p>
      ) : null}
      {mayAdd ? null : <p className={styles['about']}>{t('folders.onlyThere')}</p>}
      {folders.data && mayAdd ? (
        <FolderChooser
          choose={add}
          icon={<FolderPlus size={15} />}
          labels={{
            dialog: t('folders.choose'),
            path: t('folders.path'),
            about: t('folders.pathAbout'),
            submit: t('folders.add'),
          }}
        />
      ) : null}
    </>
  )
}

type RowProps = { folder: WatchedFolder; onScan: () => void; onRemove: () => void }

function FolderRow({ folder, onScan, onRemove }: RowProps) {
  const { t } = useTranslation('projects')
  const { path, error, waiting, failures, taken_count: count } = folder
  const namesOf = (reason: WatchedFolder['waiting'][number]['reason']) =>
    waiting.filter((file) => file.reason === reason).map(({ filename }) => filename)
  const [written, online] = [namesOf('being_written'), namesOf('online_only')]
  return (
    <li className={styles['folder']}>
      <div className={styles['path']}>
        <code>{path}</code>
        {error ? <p className={styles['problem']}>{failureWords(error)}</p> : null}
        <p className={styles['about']}>
          {count === 0 ? t('folders.nothingYet') : t('folders.taken', { count })}
        </p>
        {written.length > 0 ? (
          <p className={styles['about']}>
            {t('folders.written', { count: written.length, names: written.join(', ') })}
          </p>
        ) : null}
        {online.length > 0 ? (
          <p className={styles['about']}>
            {t('folders.online', { count: online.length, names: online.join(', ') })}
          </p>
        ) : null}
        {failures.length > 0 ? (
          <>
            <ul className={styles['failures']}>
              {failures.map((one) => (
                <li key={one.filename} className={styles['problem']}>
                  {t('folders.refused', { name: one.filename, reason: failureWords(one.error) })}
                </li>
              ))}
            </ul>
            <Button variant="default" size="compact-sm" onClick={onScan}>
              {t('folders.retry')}
            </Button>
          </>
        ) : null}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('folders.remove', { path })}
        onClick={onRemove}
      >
        <X size={16} />
      </ActionIcon>
    </li>
  )
}
