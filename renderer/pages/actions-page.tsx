import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { ActionFilters } from '../features/actions/action-filters.tsx'
import { ActionList } from '../features/actions/action-list.tsx'
import styles from '../features/actions/action-list.module.css'
import {
  useActionOwners,
  useActions,
  useTick,
  type Action,
  type ActionFilter,
} from '../features/actions/queries.ts'
import { UndoBar } from '../features/actions/undo-bar.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { ProjectCrumbs } from './project-crumbs.tsx'

const route = getRouteApi('/projects/$projectId/actions')

/** The action items from all recordings of a project. */
export function ActionsPage() {
  const { t } = useTranslation('insights')
  const { projectId } = route.useParams()
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const list = useActions(projectId, filter)
  const owners = useOwners(projectId, filter.owner)
  const setFilter = (search: ActionFilter) => void navigate({ search, replace: true })
  return (
    <>
      <PageHeader title={t('actions.title')} crumbs={<ProjectCrumbs projectId={projectId} />} />
      <ActionFilters filter={filter} owners={owners} onChange={setFilter} />
      {list.error ? (
        <FailureState
          title={t('actions.notLoaded')}
          cause={asFailure(list.error).message}
          code={asFailure(list.error).code}
          onRetry={list.retry}
        />
      ) : list.items ? (
        <Items
          projectId={projectId}
          list={list}
          items={list.items}
          filter={filter}
          onFilter={setFilter}
        />
      ) : (
        <LoadingRows rows={6} label={t('actions.loading')} />
      )}
    </>
  )
}

/** The people to filter by; a name in the address is always included, even without any items. */
function useOwners(projectId: string, chosen: string | undefined): readonly string[] {
  const owners = useActionOwners(projectId).data ?? []
  return chosen === undefined || owners.includes(chosen) ? owners : [chosen, ...owners]
}

type ItemsProps = {
  projectId: string
  list: ReturnType<typeof useActions>
  items: readonly Action[]
  filter: ActionFilter
  onFilter: (filter: ActionFilter) => void
}

function Items({ projectId, list, items, filter, onFilter }: ItemsProps) {
  const { t } = useTranslation('insights')
  const tick = useTick(projectId)
  const [last, setLast] = useState<Action | null>(null)
  const change = (item: Action) => {
    setLast(item)
    tick.mutate({ id: item.id, isDone: !item.is_done })
  }
  const undo = () => {
    if (last) tick.mutate({ id: last.id, isDone: last.is_done })
    setLast(null)
  }
  const undoBar = <UndoBar last={tick.error ? null : last} onUndo={undo} />
  if (items.length === 0) {
    return (
      <>
        <NoActions filter={filter} onFilter={onFilter} />
        {undoBar}
      </>
    )
  }
  return (
    <>
      <FormFailure
        message={
          tick.error ? t('actions.notSaved', { cause: asFailure(tick.error).message }) : null
        }
      />
      <Panel flush>
        <ActionList
          items={items}
          onTick={change}
          onOwner={(owner) => onFilter({ ...filter, owner })}
          onUndo={undo}
        />
        <LoadMore hasMore={list.hasMore} isLoading={list.isLoadingMore} onMore={list.loadMore} />
      </Panel>
      <p className={styles['keys']}>{t('actions.keys')}</p>
      {undoBar}
    </>
  )
}

function NoActions({ filter, onFilter }: Pick<ItemsProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('insights')
  const isFiltered = filter.state !== undefined || filter.owner !== undefined
  return (
    <Panel>
      <EmptyState
        icon={<ListChecks size={20} />}
        title={t('actions.none.title')}
        action={
          isFiltered ? (
            <Button variant="default" onClick={() => onFilter({})}>
              {t('actions.clear')}
            </Button>
          ) : undefined
        }
      >
        {isFiltered ? t('actions.none.filtered') : t('actions.none.text')}
      </EmptyState>
    </Panel>
  )
}
