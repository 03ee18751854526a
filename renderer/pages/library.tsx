import { getRouteApi } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { asFailure } from '../api/failure.ts'
import { ContentFilters, type Filters } from '../features/content/content-filters.tsx'
import { ContentList } from '../features/content/content-list.tsx'
import { useContent, type ContentFilter } from '../features/content/queries.ts'
import { UploadList } from '../features/content/upload-list.tsx'
import { useUploads } from '../features/content/upload-store.ts'
import { UploadZone } from '../features/content/upload-zone.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

const route = getRouteApi('/projects/$projectId')

/** The recordings of a project and the way to add some. */
export function Library({ projectId }: { projectId: string }) {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const { uploads, add, cancel, retry } = useUploads()
  const own = uploads.filter((upload) => upload.projectId === projectId)
  const list = useContent(projectId, toFilter(filters))
  const underWay = new Set(own.map(({ contentId }) => contentId))
  const items = list.items?.filter(({ id }) => !underWay.has(id))
  const isFiltered = Object.keys(filters).length > 0
  const hasNone = items?.length === 0 && !isFiltered
  const isEmpty = hasNone && own.length === 0
  const setFilters = (search: Filters) => void navigate({ search, replace: true })
  return (
    <>
      <UploadZone isBig={isEmpty} onFiles={(files) => add(projectId, files)}>
        {isEmpty ? <FirstUpload /> : undefined}
      </UploadZone>
      <UploadList uploads={own} onCancel={cancel} onRetry={retry} />
      {hasNone ? null : (
        <>
          <ContentFilters filters={filters} onChange={setFilters} />
          <Panel flush>
            <Recordings list={{ ...list, items }} />
          </Panel>
        </>
      )}
    </>
  )
}

const FirstUpload = () => (
  <>
    <h2>Add the first recording</h2>
    <p>
      Drop audio or video here, or choose files. Each is written down on this machine; nothing
      leaves it. Up to 5 GB each.
    </p>
  </>
)

type RecordingsProps = { list: ReturnType<typeof useContent> }

function Recordings({ list }: RecordingsProps) {
  if (list.error) {
    const { message, code } = asFailure(list.error)
    return (
      <FailureState
        title="The recordings did not load"
        cause={message}
        code={code}
        onRetry={list.retry}
      />
    )
  }
  if (!list.items) return <LoadingRows rows={6} label="Loading recordings" />
  if (list.items.length === 0) {
    return (
      <EmptyState icon={<SearchX size={20} />} title="None match">
        No recording has this state and date. Change the filter to see others.
      </EmptyState>
    )
  }
  return (
    <>
      <ContentList items={list.items} />
      <LoadMore hasMore={list.hasMore} isLoading={list.isLoadingMore} onMore={list.loadMore} />
    </>
  )
}

/** Days of the address as moments of the API; the last day counts whole. */
function toFilter({ status, from, to }: Filters): ContentFilter {
  const filter: ContentFilter = {}
  if (status) filter.status = status
  if (from) filter.created_after = new Date(`${from}T00:00:00`).toISOString()
  if (to) filter.created_before = new Date(`${to}T23:59:59.999`).toISOString()
  return filter
}
