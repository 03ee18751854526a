import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { splitKnown, type Gathered, type LeftOut } from './gather-files.ts'
import { LeftOutList } from './left-out-list.tsx'
import { useUploads } from './upload-store.ts'
import { UploadZone } from './upload-zone.tsx'
import { useDrop } from './use-drop.ts'

type Props = { projectId: string; isBig: boolean; children?: ReactNode }

/**
 * Every way to add recordings; lists skipped files and asks about files that were already added.
 */
export function Adding({ projectId, isBig, children }: Props) {
  const { t } = useTranslation('content')
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const [again, setAgain] = useState<readonly File[]>([])
  const add = useUploads((state) => state.add)
  const take = (gathered: Gathered) => {
    const known = useUploads.getState().known[projectId] ?? new Set()
    const split = splitKnown(known, gathered.files)
    add(projectId, split.fresh)
    setAgain(split.again)
    setLeftOut(gathered.leftOut)
    if (split.fresh.length > 0) announce(t('add.added', { count: split.fresh.length }))
  }
  const isOver = useDrop(take)
  return (
    <>
      <UploadZone isBig={isBig} isOver={isOver} onGathered={take}>
        {isOver ? <p>{t('add.drop')}</p> : children}
      </UploadZone>
      <LeftOutList leftOut={leftOut} onClose={() => setLeftOut([])} />
      <ConfirmDialog
        isOpen={again.length > 0}
        title={t('again.title', { count: again.length })}
        confirmLabel={t('again.add')}
        cancelLabel={t('again.leave')}
        isCalm
        isBusy={false}
        onConfirm={() => {
          add(projectId, again)
          setAgain([])
        }}
        onClose={() => setAgain([])}
      >
        <p>{t('again.text')}</p>
        <FileNames files={again} />
      </ConfirmDialog>
    </>
  )
}

const mostNames = 8

function FileNames({ files }: { files: readonly File[] }) {
  const { t } = useTranslation('content')
  const more = files.length - mostNames
  return (
    <ul>
      {files.slice(0, mostNames).map((file, index) => (
        <li key={`${index} ${file.name}`}>{file.name}</li>
      ))}
      {more > 0 ? <li>{t('more', { count: more })}</li> : null}
    </ul>
  )
}
