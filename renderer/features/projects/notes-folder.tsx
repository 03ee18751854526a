import { Button, Group, TextInput } from '@mantine/core'
import type { NotesFolder } from 'earshot/client'
import { FolderOpen, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../../api/failure.ts'
import { bridge } from '../../bridge.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './project-settings.module.css'
import { useNotesFolder } from './use-notes-folder.ts'

type Acts = Omit<ReturnType<typeof useNotesFolder>, 'folder'>

/** The folder of the service's machine that the project is mirrored into; changes apply at once. */
export function NotesFolderSettings({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects')
  const { folder, choose, stop } = useNotesFolder(projectId)
  return (
    <>
      <p className={styles['about']}>{t('notesFolder.about')}</p>
      <p className={styles['about']}>{t('notesFolder.open')}</p>
      {folder.data ? (
        <>
          {folder.data.path === null ? null : (
            <Mirror folder={folder.data} path={folder.data.path} choose={choose} stop={stop} />
          )}
          <ChooseFolder isAnother={folder.data.path !== null} choose={choose} />
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

/** By the system's dialog where there is one. The service may run where this page has none. */
function ChooseFolder({ isAnother, choose }: Pick<Acts, 'choose'> & { isAnother: boolean }) {
  const { t } = useTranslation('projects')
  const [path, setPath] = useState('')
  const { chooseFolder } = bridge()
  const failure = choose.error ? asFailure(choose.error) : null
  const message = failure?.details[0]?.message ?? failure?.message
  if (chooseFolder) {
    const ask = async () => {
      const chosen = await chooseFolder()
      if (chosen !== null) choose.mutate(chosen)
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
          leftSection={<FolderOpen size={15} />}
          loading={choose.isPending}
          onClick={() => void ask()}
        >
          {t(isAnother ? 'notesFolder.another' : 'notesFolder.choose')}
        </Button>
      </div>
    )
  }
  const submit = () => {
    if (path.trim() !== '') choose.mutate(path.trim(), { onSuccess: () => setPath('') })
  }
  return (
    <div className={styles['folderForm']}>
      <TextInput
        label={t(isAnother ? 'notesFolder.anotherPath' : 'notesFolder.path')}
        description={t('notesFolder.pathAbout')}
        value={path}
        error={message}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
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
        leftSection={<FolderOpen size={15} />}
        loading={choose.isPending}
        disabled={path.trim() === ''}
        onClick={submit}
      >
        {t('notesFolder.start')}
      </Button>
    </div>
  )
}
