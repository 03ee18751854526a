import { getRouteApi } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { asFailure } from '../api/failure.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { HitList } from '../features/search/hit-list.tsx'
import { useSearchHits, type SearchWish } from '../features/search/queries.ts'
import { SearchForm } from '../features/search/search-form.tsx'
import { announce } from '../ui/announcer.ts'
import { countOf } from '../ui/format.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

const route = getRouteApi('/search')

export function SearchPage() {
  const values = route.useSearch()
  const navigate = route.useNavigate()
  const projects = useProjectChoices()
  return (
    <>
      <PageHeader title="Search" />
      <SearchForm
        values={values}
        projects={projects.data ?? []}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <Panel flush>
        {values.q ? <Hits wish={{ ...values, q: values.q }} /> : <NothingAsked />}
      </Panel>
    </>
  )
}

const NothingAsked = () => (
  <EmptyState icon={<Search size={20} />} title="Find what was said">
    Search looks into the names, transcripts and analyses of all recordings. Ctrl K, or Command K on
    a Mac, brings you to the search field from anywhere.
  </EmptyState>
)

function Hits({ wish }: { wish: SearchWish }) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useSearchHits(wish)
  const count = items?.length
  useEffect(() => {
    if (count !== undefined) announce(`${countOf(count, 'hit')} for ${wish.q}`)
  }, [count, wish.q])
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title="The search failed" cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows rows={6} label="Searching" />
  if (items.length === 0) {
    return (
      <EmptyState icon={<SearchX size={20} />} title={`Nothing found for “${wish.q}”`}>
        Try fewer or other words. A recording can be found as soon as its transcript is ready.
      </EmptyState>
    )
  }
  return (
    <>
      <HitList hits={items} />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}
