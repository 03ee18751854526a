import { ActionIcon, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderPlus, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { WatchedFolder } from '../../../main/desktop-api.ts'
import { bridge } from '../../bridge.ts'
import { LoadingRows } from '../../ui/states.tsx'
import styles from './project-settings.module.css'

const queryKey = ['watched-folders'] as const

/** A browser cannot watch a folder. */
export const canWatch = (): boolean => bridge().watchFolder !== undefined

/** Folders on this machine whose recordings are added to the project automatically. */
export function WatchedFolders({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects')
  const queries = useQueryClient()
  const folders = useQuery({
    queryKey,
    queryFn: async () => (await bridge().watchedFolders?.()) ?? [],
  })
  useEffect(
    () => bridge().onWatchedFolders?.((now) => queries.setQueryData(queryKey, now)),
    [queries],
  )
  const refresh = () => queries.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: async () => bridge().watchFolder?.(projectId),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => bridge().unwatchFolder?.(id),
    onSettled: refresh,
  })
  const error = folders.error ?? add.error ?? remove.error
  const own = folders.data?.filter((folder) => folder.projectId === projectId)
  return (
    <>
      <p className={styles['about']}>{t('folders.about')}</p>
      {own ? (
        <ul className={styles['folders']}>
          {own.map((folder) => (
            <FolderRow key={folder.id} folder={folder} onRemove={() => remove.mutate(folder.id)} />
          ))}
          {own.length === 0 ? <li className={styles['about']}>{t('folders.none')}</li> : null}
        </ul>
      ) : (
        <LoadingRows rows={2} label={t('folders.loading')} />
      )}
      {error ? (
        <p role="alert" className={styles['problem']}>
          {asFailure(error).message}
        </p>
      ) : null}
      <div>
        <Button
          variant="default"
          leftSection={<FolderPlus size={15} />}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('folders.add')}
        </Button>
      </div>
    </>
  )
}

function FolderRow({ folder, onRemove }: { folder: WatchedFolder; onRemove: () => void }) {
  const { t } = useTranslation('projects')
  return (
    <li className={styles['folder']}>
      <div className={styles['path']}>
        <code>{folder.path}</code>
        <p className={folder.problem ? styles['problem'] : styles['about']}>
          {folder.problem ?? t('folders.imported', { count: folder.imported })}
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('folders.remove', { path: folder.path })}
        onClick={onRemove}
      >
        <X size={16} />
      </ActionIcon>
    </li>
  )
}
