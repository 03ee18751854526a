import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionFilters } from '../features/actions/action-filters.tsx'
import { useAllActions, type Action, type ActionFilter } from '../features/actions/queries.ts'
import { useProjectNames } from '../features/projects/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ActionItems } from './action-items.tsx'

const route = getRouteApi('/tasks')

/** What people took on in the recordings of all projects, the soonest due first. */
export function TasksPage() {
  const { t } = useTranslation(['insights', 'shell'])
  const { state = 'open', owner } = route.useSearch()
  const navigate = route.useNavigate()
  const filter: ActionFilter = {
    ...(state === 'all' ? {} : { state }),
    ...(owner === undefined ? {} : { owner }),
  }
  const list = useAllActions(filter)
  const projectName = useProjectNames(list.items)
  const change = (to: ActionFilter) =>
    void navigate({ search: { ...to, state: to.state ?? 'all' }, replace: true })
  return (
    <>
      <PageHeader title={t('shell:places.tasks')} />
      <ActionFilters filter={filter} owners={ownersOf(list.items, owner)} onChange={change} />
      <ActionItems
        list={list}
        projectOf={projectName}
        onOwner={(name) => change({ ...filter, owner: name })}
        onClear={state === 'all' && owner === undefined ? null : () => change({})}
      />
    </>
  )
}

/** The people of the items that are loaded, and the one in the address. */
function ownersOf(items: readonly Action[] = [], chosen: string | undefined): string[] {
  const names = [chosen, ...items.map(({ owner }) => owner)].filter((name) => name != null)
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}
