import { Button, Group } from '@mantine/core'
import type { NotesFolder } from 'earshot/client'
import { FolderOpen, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { FolderChooser } from './folder-chooser.tsx'
import styles from './project-settings.module.css'
import { useNotesFolder } from './use-notes-folder.ts'

type Acts = Omit<ReturnType<typeof useNotesFolder>, 'folder'>

/** The folder of the service's machine that the project is mirrored into; changes apply at once. */
export function NotesFolderSettings({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects')
  const { folder, choose, stop } = useNotesFolder(projectId)
  const labelsOf = ({ path }: NotesFolder) =>
    path === null
      ? { dialog: t('notesFolder.choose'), path: t('notesFolder.path') }
      : { dialog: t('notesFolder.another'), path: t('notesFolder.anotherPath') }
  return (
    <>
      <p className={styles['about']}>{t('notesFolder.about')}</p>
      <p className={styles['about']}>{t('notesFolder.open')}</p>
      {folder.data ? (
        <>
          {folder.data.path === null ? null : (
            <Mirror folder={folder.data} path={folder.data.path} choose={choose} stop={stop} />
          )}
          <FolderChooser
            choose={choose}
            icon={<FolderOpen size={15} />}
            labels={{
              ...labelsOf(folder.data),
              about: t('notesFolder.pathAbout'),
              submit: t('notesFolder.start'),
            }}
          />
        </>
      ) : folder.error ? (
        <FailureState
          title={t('notesFolder.failed')}
          cause={asFailure(folder.error).message}
          onRetry={() => void folder.refetch()}
        />
      ) : (
        <LoadingRows rows={2} label={t('notesFolder.loading')} />
      )}
    </>
  )
}

type MirrorProps = Acts & { folder: NotesFolder; path: string }

function Mirror({ folder, path, choose, stop }: MirrorProps) {
  const { t } = useTranslation('projects')
  const { error, note_count: count, waiting_count: waiting, written_at: at } = folder
  const written = at === null ? [] : [t('notesFolder.written', { time: formatDateTime(at) })]
  const left = waiting > 0 ? [t('notesFolder.waiting', { count: waiting })] : []
  return (
    <>
      <div className={styles['path']}>
        <code>{path}</code>
        <output className={styles['about']}>
          {[t('notesFolder.count', { count }), ...written, ...left].join(' · ')}
        </output>
        {error ? (
          <p role="alert" className={styles['problem']}>
            {failureWords(error)}
          </p>
        ) : null}
        {stop.error ? (
          <p role="alert" className={styles['problem']}>
            {asFailure(stop.error).message}
          </p>
        ) : null}
      </div>
      <Group gap="xs">
        {error ? (
          <Button
            variant="default"
            leftSection={<RotateCw size={15} />}
            loading={choose.isPending}
            onClick={() => choose.mutate(path)}
          >
            {t('notesFolder.again')}
          </Button>
        ) : null}
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('notesFolder.stop')}
        </Button>
        <span className={styles['about']}>{t('notesFolder.stopAbout')}</span>
      </Group>
    </>
  )
}
