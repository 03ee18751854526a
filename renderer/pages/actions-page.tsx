import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionFilters } from '../features/actions/action-filters.tsx'
import { useActionOwners, useActions, type ActionFilter } from '../features/actions/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ActionItems } from './action-items.tsx'
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
  const isFiltered = filter.state !== undefined || filter.owner !== undefined
  return (
    <>
      <PageHeader title={t('actions.title')} crumbs={<ProjectCrumbs projectId={projectId} />} />
      <ActionFilters filter={filter} owners={owners} onChange={setFilter} />
      <ActionItems
        list={list}
        onOwner={(owner) => setFilter({ ...filter, owner })}
        onClear={isFiltered ? () => setFilter({}) : null}
      />
    </>
  )
}

/** The people to filter by; a name in the address is always included, even without any items. */
function useOwners(projectId: string, chosen: string | undefined): readonly string[] {
  const owners = useActionOwners(projectId).data ?? []
  return chosen === undefined || owners.includes(chosen) ? owners : [chosen, ...owners]
}
