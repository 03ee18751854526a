import { ListChecks } from 'lucide-react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useOpenAnalyses } from '../features/analyses/queries.ts'
import { PauseAll, PausedNote, QueueSummary } from '../features/content/queue-head.tsx'
import { FailedRow, IncompleteRow, WorkingRow } from '../features/content/queue-row.tsx'
import { UploadList } from '../features/content/upload-list.tsx'
import { useQueue } from '../features/content/use-queue.ts'
import { useOpenInsights } from '../features/insights/queries.ts'
import { useProjectNames } from '../features/projects/queries.ts'
import { access } from '../session-store.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { AnalysisRow, InsightsRow } from './queue-analyses.tsx'
import styles from '../features/content/queue.module.css'

/** Uploads and work in progress across all projects, in its order, and recent failures. */
export function QueuePage() {
  const { t } = useTranslation(['content', 'home'])
  const shown = useQueue()
  const { queue } = shown
  // It is the queue of everybody on the installation.
  const mayHold = access().isOperator
  return (
    <>
      <PageHeader
        title={t('queue.title')}
        crumbs={<Link to="/">{t('home:title')}</Link>}
        meta={queue ? <QueueSummary queue={queue} /> : null}
        actions={queue && mayHold ? <PauseAll queue={queue} /> : null}
      />
      {queue?.paused_at ? <PausedNote since={queue.paused_at} mayResume={mayHold} /> : null}
      <Queue {...shown} />
    </>
  )
}

function Queue({ uploads, queue, failed, incomplete, ...shown }: ReturnType<typeof useQueue>) {
  const { t } = useTranslation('content')
  const written = useWritten()
  const { analyses, insights } = written
  const { working = [], next } = shown
  const lists: ({ project_id: string }[] | undefined)[] = [
    working,
    analyses,
    insights,
    failed,
    incomplete,
  ]
  const projectName = useProjectNames(lists.flatMap((list) => list ?? []))
  const nameOf = (item: { project_id: string }) => projectName(item) ?? t('queue.aProject')
  const error = shown.error ?? written.error
  const retry = () => {
    shown.retry()
    written.retry()
  }
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('queue.notLoaded')} cause={message} code={code} onRetry={retry} />
  }
  if (!queue || !failed || !incomplete || !analyses || !insights) {
    return (
      <Panel>
        <LoadingRows label={t('queue.loading')} />
      </Panel>
    )
  }
  if ([uploads, ...lists].every((list) => list?.length === 0)) return <EmptyQueue />
  return (
    <>
      {uploads.length > 0 ? (
        <section className={styles['section']}>
          <Heading title={t('queue.uploading')} count={uploads.length} />
          <UploadList uploads={uploads} />
        </section>
      ) : null}
      <Part title={t('queue.working')} items={working} count={queue.recording_count}>
        {(item) => (
          <WorkingRow key={item.id} item={item} project={nameOf(item)} isNext={item === next} />
        )}
      </Part>
      <Part title={t('queue.analyses')} items={analyses}>
        {(item) => <AnalysisRow key={item.id} item={item} project={nameOf(item)} />}
      </Part>
      <Part title={t('queue.insights')} items={insights}>
        {(item) => <InsightsRow key={item.id} item={item} project={nameOf(item)} />}
      </Part>
      <Part title={t('queue.failed')} items={failed}>
        {(item) => <FailedRow key={item.id} item={item} project={nameOf(item)} />}
      </Part>
      <Part title={t('queue.incomplete')} items={incomplete}>
        {(item) => <IncompleteRow key={item.id} item={item} project={nameOf(item)} />}
      </Part>
    </>
  )
}

/** Analyses and insights in progress. */
function useWritten() {
  const [analyses, insights] = [useOpenAnalyses(), useOpenInsights()]
  return {
    analyses: analyses.data,
    insights: insights.data,
    // Keep the loaded items on screen, as in the other lists.
    error: (analyses.data ? null : analyses.error) ?? (insights.data ? null : insights.error),
    retry: () => {
      void analyses.refetch()
      void insights.refetch()
    },
  }
}

type PartProps<Item> = {
  title: string
  items: readonly Item[]
  /** How many there are, where only the first are listed. */
  count?: number
  children: (item: Item) => ReactNode
}

function Part<Item>({ title, items, count = items.length, children }: PartProps<Item>) {
  const { t } = useTranslation('content')
  const more = count - items.length
  if (items.length === 0) return null
  return (
    <section className={styles['section']} aria-label={title}>
      <Heading title={title} count={count} />
      <ul className={styles['list']}>
        {items.map(children)}
        {more > 0 ? <li className={styles['more']}>{t('more', { count: more })}</li> : null}
      </ul>
    </section>
  )
}

const Heading = ({ title, count }: { title: string; count: number }) => (
  <h2>
    {title} <span className={styles['count']}>{count}</span>
  </h2>
)

function EmptyQueue() {
  const { t } = useTranslation('content')
  return (
    <Panel>
      <EmptyState
        icon={<ListChecks size={20} />}
        title={t('queue.emptyTitle')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/projects" />}>
            {t('queue.toProjects')}
          </Button>
        }
      >
        {t('queue.emptyText')}
      </EmptyState>
    </Panel>
  )
}
