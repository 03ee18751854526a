import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useChooseFiles } from './choose-files.tsx'
import { splitKnown, type Gathered, type LeftOut } from './gather-files.ts'
import { LeftOutList } from './left-out-list.tsx'
import { useUploads } from './upload-store.ts'
import { UploadZone } from './upload-zone.tsx'
import { useDrop } from './use-drop.ts'

/** Of a project, or how to come by one; null where there is none. */
type Target = string | (() => Promise<string | null>)
type Again = { projectId: string; files: readonly File[] }

/**
 * Takes files that are dropped, pasted or chosen. `told` is to be rendered: it lists skipped files and asks about
 * files that were already added.
 */
export function useAdding(projectId: Target) {
  const { t } = useTranslation('content')
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const [again, setAgain] = useState<Again | null>(null)
  const add = useUploads((state) => state.add)
  const gather = async (gathered: Gathered) => {
    const id = typeof projectId === 'string' ? projectId : await projectId()
    if (id === null) return
    const known = useUploads.getState().known[id] ?? new Set()
    const split = splitKnown(known, gathered.files)
    add(id, split.fresh)
    setAgain(split.again.length > 0 ? { projectId: id, files: split.again } : null)
    setLeftOut(gathered.leftOut)
    if (split.fresh.length > 0) announce(t('add.added', { count: split.fresh.length }))
  }
  const take = (gathered: Gathered) => void gather(gathered)
  const isOver = useDrop(take)
  const { input, ...choosing } = useChooseFiles(take)
  const told = (
    <>
      {input}
      <LeftOutList leftOut={leftOut} onClose={() => setLeftOut([])} />
      <ConfirmDialog
        isOpen={again !== null}
        title={t('again.title', { count: again?.files.length ?? 0 })}
        confirmLabel={t('again.add')}
        cancelLabel={t('again.leave')}
        isCalm
        isBusy={false}
        onConfirm={() => {
          if (again) add(again.projectId, again.files)
          setAgain(null)
        }}
        onClose={() => setAgain(null)}
      >
        <p>{t('again.text')}</p>
        <FileNames files={again?.files ?? []} />
      </ConfirmDialog>
    </>
  )
  return { choosing, isOver, told }
}

type Props = { projectId: Target; isBig: boolean; children?: ReactNode }

/** Every way to add recordings, in a place of its own. */
export function Adding({ projectId, isBig, children }: Props) {
  const { choosing, isOver, told } = useAdding(projectId)
  return (
    <>
      <UploadZone isBig={isBig} isOver={isOver} {...choosing}>
        {children}
      </UploadZone>
      {told}
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
