import { getRouteApi } from '@tanstack/react-router'
import { Lightbulb } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure, failureWords } from '../api/failure.ts'
import { AskBox } from '../features/ask/ask-box.tsx'
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
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { ActionsLink } from './actions-link.tsx'
import { ProjectCrumbs } from './project-crumbs.tsx'
import styles from './insights-page.module.css'

const route = getRouteApi('/projects/$projectId/insights')

export function InsightsPage() {
  const { t } = useTranslation('insights')
  const { projectId } = route.useParams()
  const history = useInsightsHistory(projectId)
  const generate = useGenerateInsights(projectId)
  const crumbs = <ProjectCrumbs projectId={projectId} />
  if (history.error) {
    const { message, code } = asFailure(history.error)
    return (
      <>
        <PageHeader title={t('title')} crumbs={crumbs} />
        <FailureState title={t('notLoaded')} cause={message} code={code} onRetry={history.retry} />
      </>
    )
  }
  const isBusy = generate.isPending || Boolean(history.items?.some(isOpen))
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={crumbs}
        actions={<ActionsLink projectId={projectId} />}
      />
      <GenerateForm isBusy={isBusy} onGenerate={(body) => generate.mutate(body)} />
      <FormFailure message={generate.error ? asFailure(generate.error).message : null} />
      {history.items ? (
        <Content projectId={projectId} history={history} items={history.items} />
      ) : (
        <LoadingRows label={t('loading')} />
      )}
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
  const { t } = useTranslation('insights')
  const project = useProject(projectId)
  const [newest] = items
  const isAwaited = newest !== undefined && isOpen(newest)
  const completed = items.find(({ status }) => status === 'completed')
  return (
    <div className={styles['content']}>
      <output className={styles['work']}>{isAwaited ? t('inWork') : ''}</output>
      {newest?.status === 'failed' ? (
        <FailureState
          title={t('attempt.title')}
          cause={newest.error ? failureWords(newest.error) : t('attempt.noReason')}
          code={newest.error?.code ?? 'internal_error'}
        >
          <p>{t('attempt.advice')}</p>
        </FailureState>
      ) : null}
      <Panel>
        {/* Completed insights may only be on a later page of the history. */}
        {completed || history.hasMore ? (
          <Latest projectId={projectId} newestId={completed?.id} />
        ) : isAwaited ? (
          <LoadingRows rows={6} label={t('firstInWork')} />
        ) : (
          <NoInsights />
        )}
      </Panel>
      {project.data?.content_count ? <AskBox projectId={projectId} /> : null}
      {items.length > 0 ? (
        <details className={styles['history']}>
          <summary>{t('history.title')}</summary>
          <HistoryList items={items} />
          <LoadMore
            hasMore={history.hasMore}
            isLoading={history.isLoadingMore}
            onMore={history.loadMore}
          />
        </details>
      ) : null}
    </div>
  )
}

function NoInsights() {
  const { t } = useTranslation('insights')
  return (
    <EmptyState icon={<Lightbulb size={20} />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}

function Latest({ projectId, newestId }: { projectId: string; newestId: string | undefined }) {
  const { t } = useTranslation('insights')
  const latest = useLatestInsights(projectId, newestId)
  if (latest.error) {
    const { message, code } = asFailure(latest.error)
    return (
      <FailureState
        title={t('latestNotLoaded')}
        cause={message}
        code={code}
        onRetry={() => void latest.refetch()}
      />
    )
  }
  if (!latest.data) return <LoadingRows rows={6} label={t('loadingLatest')} />
  return (
    <>
      <Since since={latest.data.since} />
      <InsightsView insights={latest.data} />
    </>
  )
}

/** A note that newer data is available; generating reads only what is new. */
function Since({ since: { new_recordings: fresh, changed_recordings: changed } }: SinceProps) {
  const { t } = useTranslation('insights')
  return (
    <output className={styles['since']}>
      {fresh > 0 ? <span>{t('since.new', { count: fresh })}</span> : null}
      {changed > 0 ? <span>{t('since.changed', { count: changed })}</span> : null}
    </output>
  )
}

type SinceProps = { since: Insights['since'] }
