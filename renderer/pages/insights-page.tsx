import { getRouteApi, Link } from '@tanstack/react-router'
import { Lightbulb } from 'lucide-react'
import { asFailure } from '../api/failure.ts'
import { GenerateForm } from '../features/insights/generate-form.tsx'
import { HistoryList } from '../features/insights/history-list.tsx'
import { InsightsView } from '../features/insights/insights-view.tsx'
import {
  isOpen,
  type Insights,
  useGenerateInsights,
  useInsightsHistory,
  useLatestInsights,
} from '../features/insights/queries.ts'
import { useProject } from '../features/projects/queries.ts'
import { countOf } from '../ui/format.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './insights-page.module.css'

const route = getRouteApi('/projects/$projectId/insights')

export function InsightsPage() {
  const { projectId } = route.useParams()
  const history = useInsightsHistory(projectId)
  const generate = useGenerateInsights(projectId)
  const crumbs = <Crumbs projectId={projectId} />
  if (history.error) {
    const { message, code } = asFailure(history.error)
    return (
      <>
        <PageHeader title="Insights" crumbs={crumbs} />
        <FailureState
          title="The insights did not load"
          cause={message}
          code={code}
          onRetry={history.retry}
        />
      </>
    )
  }
  const isBusy = generate.isPending || Boolean(history.items?.some(isOpen))
  const form = <GenerateForm isBusy={isBusy} onGenerate={(days) => generate.mutate(days)} />
  return (
    <>
      <PageHeader title="Insights" crumbs={crumbs} actions={form} />
      <FormFailure message={generate.error ? asFailure(generate.error).message : null} />
      {history.items ? (
        <Content projectId={projectId} history={history} items={history.items} />
      ) : (
        <LoadingRows label="Loading the insights" />
      )}
    </>
  )
}

function Crumbs({ projectId }: { projectId: string }) {
  const project = useProject(projectId)
  return (
    <>
      <Link to="/projects">Projects</Link> ›{' '}
      <Link to="/projects/$projectId" params={{ projectId }}>
        {project.data?.name ?? 'Project'}
      </Link>
    </>
  )
}

type History = ReturnType<typeof useInsightsHistory>
type ContentProps = {
  projectId: string
  history: History
  items: NonNullable<History['items']>
}

function Content({ projectId, history, items }: ContentProps) {
  const [newest] = items
  const isAwaited = newest !== undefined && isOpen(newest)
  const completed = items.find(({ status }) => status === 'completed')
  return (
    <div className={styles['content']}>
      <output className={styles['work']}>{isAwaited ? 'New insights are in work.' : ''}</output>
      {newest?.status === 'failed' ? (
        <FailureState
          title="The last attempt failed"
          cause={newest.error?.message ?? 'It ended without a reason.'}
          code={newest.error?.code ?? 'internal_error'}
        >
          <p>Generate them again; what was there before is still shown.</p>
        </FailureState>
      ) : null}
      <Panel>
        {/* What is not in the first page of the history may be in the rest of it. */}
        {completed || history.hasMore ? (
          <Latest projectId={projectId} newestId={completed?.id} />
        ) : isAwaited ? (
          <LoadingRows rows={6} label="The first insights are in work" />
        ) : (
          <NoInsights />
        )}
      </Panel>
      {items.length > 0 ? (
        <section className={styles['history']}>
          <h2>History</h2>
          <HistoryList items={items} />
          <LoadMore
            hasMore={history.hasMore}
            isLoading={history.isLoadingMore}
            onMore={history.loadMore}
          />
        </section>
      ) : null}
    </div>
  )
}

const NoInsights = () => (
  <EmptyState icon={<Lightbulb size={20} />} title="No insights yet">
    Insights sum up the recordings of a period: which themes come up and how that changes, the tone,
    and what was promised. Choose a period above and generate them.
  </EmptyState>
)

function Latest({ projectId, newestId }: { projectId: string; newestId: string | undefined }) {
  const latest = useLatestInsights(projectId, newestId)
  if (latest.error) {
    const { message, code } = asFailure(latest.error)
    return (
      <FailureState
        title="The latest insights did not load"
        cause={message}
        code={code}
        onRetry={() => void latest.refetch()}
      />
    )
  }
  if (!latest.data) return <LoadingRows rows={6} label="Loading the latest insights" />
  return (
    <>
      <Since since={latest.data.since} />
      <InsightsView insights={latest.data} />
    </>
  )
}

/** That there is more to know by now; generating reads only what is new. */
function Since({ since: { new_recordings: fresh, changed_recordings: changed } }: SinceProps) {
  const parts = [
    fresh > 0 ? countOf(fresh, 'new recording') : '',
    changed > 0 ? countOf(changed, 'recording with other analyses', manyChanged) : '',
  ].filter(Boolean)
  return (
    <output className={styles['since']}>
      {parts.length > 0 ? `${parts.join(' and ')} since. Generate again to have them in.` : null}
    </output>
  )
}

const manyChanged = 'recordings with other analyses'
type SinceProps = { since: Insights['since'] }
