import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { MessageCircleQuestion, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Project } from 'earshot/client'
import { AskBox } from '../features/ask/ask-box.tsx'
import { useAdding } from '../features/content/adding.tsx'
import { BulkBar, type BulkChoice } from '../features/content/bulk-bar.tsx'
import { ProjectBulk } from '../features/content/bulk-progress.tsx'
import { useBulk, type BulkWork } from '../features/content/bulk-store.ts'
import { deleting } from '../features/content/bulk-works.ts'
import { AddMenu } from '../features/content/choose-files.tsx'
import { ContentFilters, type Filters } from '../features/content/content-filters.tsx'
import { ContentGrid } from '../features/content/content-grid.tsx'
import { chooseAll, keepShown, nothing, type Selection } from '../features/content/selection.ts'
import { UploadList } from '../features/content/upload-list.tsx'
import { UploadZone } from '../features/content/upload-zone.tsx'
import { useUploads } from '../features/content/upload-store.ts'
import {
  useLibrary,
  type ContentFilter,
  type Library as LibraryList,
} from '../features/content/use-library.ts'
import { useBulkStart } from '../features/content/use-bulk-start.ts'
import { awaitCommand } from '../ui/commands.ts'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { Toolbar } from '../ui/toolbar.tsx'
import { useLoadLater } from '../ui/use-load-later.ts'
import { LibraryBulk } from './library-bulk.tsx'
import styles from './library.module.css'

const route = getRouteApi('/projects/$projectId')
const mostUploads = 4
const few = 6

type Props = {
  project: Project
  header: ReactNode
  /** What else can be done with the project. */
  actions: ReactNode
}

/** The recordings of a project, and controls to add more. */
export function Library({ project, header, actions }: Props) {
  const { t } = useTranslation(['content', 'projects'])
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const own = useUploads((state) => state.uploads).filter((one) => one.projectId === project.id)
  const list = useLibrary(project.id, toFilter(filters))
  const underWay = new Set(own.map(({ contentId }) => contentId))
  const ids = underWay.size > 0 ? list.ids?.filter((id) => !underWay.has(id)) : list.ids
  const { sort: _sort, ...narrowing } = filters
  const isFiltered = Object.keys(narrowing).length > 0
  const hasNone = ids?.length === 0 && !isFiltered && !list.isChanging
  const setFilters = (search: Filters) => void navigate({ search, replace: true })
  const isFirst = hasNone && own.length === 0
  const adding = useAdding(project.id)
  const [isAsking, setAsking] = useState(false)
  const [wanted, setSelection] = useState(nothing)
  const selection = keepShown(wanted, ids ?? [])
  // The most likely next screen. Rows do not prefetch it on hover, because many scroll past.
  useLoadLater(() => import('./recording-page.tsx'))
  return (
    <>
      <div className={styles['top']}>
        {header}
        <Toolbar label={t('list.toolbar')} className={styles['toolbar']}>
          <div className={styles['actions']}>
            {hasNone ? null : (
              <Button
                variant={isAsking ? 'light' : 'default'}
                leftSection={<MessageCircleQuestion size={15} />}
                aria-expanded={isAsking}
                data-short
                onClick={() => {
                  setAsking(!isAsking)
                  if (!isAsking) awaitCommand('recording.ask')
                }}
              >
                {t('projects:page.ask')}
              </Button>
            )}
            {actions}
          </div>
          {hasNone ? null : (
            <div className={styles['narrowing']}>
              <SelectAll ids={ids} selection={selection} onSelect={setSelection} />
              <ContentFilters filters={filters} onChange={setFilters} />
              <AddMenu {...adding.choosing} />
            </div>
          )}
        </Toolbar>
      </div>
      {hasNone ? (
        <UploadZone isBig={isFirst} isOver={adding.isOver} {...adding.choosing}>
          {isFirst ? (
            <>
              <h2>{t('add.firstTitle')}</h2>
              <p>{t('add.firstText')}</p>
            </>
          ) : undefined}
        </UploadZone>
      ) : null}
      {adding.told}
      {isAsking && !hasNone ? <AskBox projectId={project.id} /> : null}
      <UploadList uploads={own} most={mostUploads} />
      <ProjectBulk projectId={project.id} />
      {hasNone ? null : (
        <div className={styles['drop']} data-over={adding.isOver ? t('add.drop') : undefined}>
          <Recordings
            project={project}
            list={{ ...list, ids }}
            selection={selection}
            onSelect={setSelection}
          />
        </div>
      )}
    </>
  )
}

type SelectProps = {
  ids: readonly string[] | undefined
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** Selects all that is listed, and tells how many that are. */
function SelectAll({ ids = [], selection: { chosen }, onSelect }: SelectProps) {
  const { t } = useTranslation('content')
  const isAll = ids.length > 0 && chosen.size === ids.length
  return (
    <label className={styles['all']}>
      <input
        type="checkbox"
        aria-label={t('grid.chooseAll')}
        checked={isAll}
        disabled={ids.length === 0}
        // React has no attribute for this.
        ref={(box) => {
          if (box) box.indeterminate = chosen.size > 0 && !isAll
        }}
        onChange={() => onSelect(isAll ? nothing : chooseAll(ids))}
      />
      <output>{t('list.count', { count: ids.length })}</output>
    </label>
  )
}

type RecordingsProps = Omit<SelectProps, 'ids'> & { project: Project; list: LibraryList }

function Recordings(props: RecordingsProps) {
  const { list } = props
  const { t } = useTranslation('content')
  const { ids } = list
  if (list.error) {
    const { message, code } = asFailure(list.error)
    return (
      <FailureState title={t('list.notLoaded')} cause={message} code={code} onRetry={list.retry} />
    )
  }
  if (!ids) {
    return (
      <div className={styles['list']} data-few>
        <LoadingRows rows={6} label={t('list.loading')} />
      </div>
    )
  }
  if (ids.length === 0) {
    return (
      <div className={styles['list']} data-few>
        <EmptyState icon={<SearchX size={20} />} title={t('list.noneTitle')}>
          {t('list.noneText')}
        </EmptyState>
      </div>
    )
  }
  return <FullList {...props} ids={ids} />
}

type FullProps = RecordingsProps & { ids: readonly string[] }

function FullList({ project, list, ids, selection, onSelect }: FullProps) {
  const navigate = route.useNavigate()
  const [choice, setChoice] = useState<Exclude<BulkChoice, 'delete'> | null>(null)
  const isBusy = useBulk(({ job }) => job?.state === 'running')
  const startOn = useBulkStart(project.id)
  const start = (work: BulkWork) => {
    startOn(
      ids.filter((id) => selection.chosen.has(id)),
      work,
    )
    onSelect(nothing)
    setChoice(null)
  }
  // Into the bin without a question, since it can be taken back.
  const choose = (next: BulkChoice) =>
    next === 'delete' ? start(deleting(project.id)) : setChoice(next)
  return (
    <div
      className={styles['list']}
      data-few={ids.length < few || undefined}
      aria-busy={list.isChanging}
    >
      <ContentGrid
        ids={ids}
        row={list.row}
        onLook={list.look}
        selection={selection}
        onSelect={onSelect}
        onOpen={(contentId) =>
          void navigate({
            to: '/projects/$projectId/recordings/$contentId',
            params: { projectId: project.id, contentId },
          })
        }
        onDelete={() => (selection.chosen.size > 0 && !isBusy ? choose('delete') : undefined)}
      />
      <BulkBar
        count={selection.chosen.size}
        isBusy={isBusy}
        onChoose={choose}
        onClear={() => onSelect(nothing)}
      />
      {choice ? (
        <LibraryBulk
          choice={choice}
          project={project}
          ids={ids.filter((id) => selection.chosen.has(id))}
          onStart={start}
          onClose={() => setChoice(null)}
        />
      ) : null}
    </div>
  )
}

/** Converts the dates in the address to API timestamps; the last day is included in full. */
function toFilter({ status, from, to, q, sort }: Filters): ContentFilter {
  const filter: ContentFilter = {}
  if (status) filter.status = status
  if (from) filter.created_after = new Date(`${from}T00:00:00`).toISOString()
  if (to) filter.created_before = new Date(`${to}T23:59:59.999`).toISOString()
  if (q) filter.q = q
  if (sort) filter.sort = sort
  return filter
}
