import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { WatchedFolder } from 'earshot/client'
import { FolderPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import { bridge } from '../../bridge.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './project-settings.module.css'
import { useWatchedFolders } from './use-watched-folders.ts'

/** Folders of the service's machine whose recordings are added to the project by themselves. */
export function WatchedFolders({ projectId }: { projectId: string }) {
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
      {folders.data ? <AddFolder add={add} /> : null}
    </>
  )
}

/** By the system's dialog where there is one. The service may run where this page has none. */
function AddFolder({ add }: Pick<ReturnType<typeof useWatchedFolders>, 'add'>) {
  const { t } = useTranslation('projects')
  const [path, setPath] = useState('')
  const { chooseFolder } = bridge()
  const failure = add.error ? asFailure(add.error) : null
  const message = failure?.details[0]?.message ?? failure?.message
  if (chooseFolder) {
    const choose = async () => {
      const chosen = await chooseFolder()
      if (chosen !== null) add.mutate(chosen)
    }
    return (
      <div>
        {message ? (
          <p role="alert" className={styles['problem']}>
            {message}
          </p>
        ) : null}
        <Button
          variant="default"
          leftSection={<FolderPlus size={15} />}
          loading={add.isPending}
          onClick={() => void choose()}
        >
          {t('folders.choose')}
        </Button>
      </div>
    )
  }
  const submit = () => {
    if (path.trim() !== '') add.mutate(path.trim(), { onSuccess: () => setPath('') })
  }
  return (
    <div className={styles['folderForm']}>
      <TextInput
        label={t('folders.path')}
        description={t('folders.pathAbout')}
        value={path}
        error={message}
        spellCheck={false}
        onChange={(event) => setPath(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it saves the rest of the settings.
          event.preventDefault()
          submit()
        }}
      />
      <Button
        variant="default"
        leftSection={<FolderPlus size={15} />}
        loading={add.isPending}
        disabled={path.trim() === ''}
        onClick={submit}
      >
        {t('folders.add')}
      </Button>
    </div>
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
