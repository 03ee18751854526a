import { ListChecks } from 'lucide-react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ContentItem } from '../api/types.ts'
import { FailedRow, IncompleteRow, WorkingRow } from '../features/content/queue-row.tsx'
import { UploadList } from '../features/content/upload-list.tsx'
import { useQueue } from '../features/content/use-queue.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import styles from '../features/content/queue.module.css'

/** All that is being uploaded or worked on, across projects, and what failed last. */
export function QueuePage() {
  const { t } = useTranslation('content')
  return (
    <>
      <PageHeader title={t('queue.title')} />
      <Queue />
    </>
  )
}

function Queue() {
  const { t } = useTranslation('content')
  const { uploads, working, failed, incomplete, error, retry } = useQueue()
  const projects = useProjectChoices()
  const nameOf = ({ project_id: id }: ContentItem) =>
    projects.data?.find((project) => project.id === id)?.name ?? t('queue.aProject')
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('queue.notLoaded')} cause={message} code={code} onRetry={retry} />
  }
  if (!working || !failed || !incomplete) {
    return (
      <Panel>
        <LoadingRows label={t('queue.loading')} />
      </Panel>
    )
  }
  const count = uploads.length + working.length + failed.length + incomplete.length
  if (count === 0) return <EmptyQueue />
  return (
    <>
      {uploads.length > 0 ? (
        <section className={styles['section']}>
          <Heading title={t('queue.uploading')} count={uploads.length} />
          <UploadList uploads={uploads} />
        </section>
      ) : null}
      <Part title={t('queue.working')} items={working}>
        {(item) => <WorkingRow key={item.id} item={item} project={nameOf(item)} />}
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

type PartProps = {
  title: string
  items: readonly ContentItem[]
  children: (item: ContentItem) => ReactNode
}

function Part({ title, items, children }: PartProps) {
  if (items.length === 0) return null
  return (
    <section className={styles['section']} aria-label={title}>
      <Heading title={title} count={items.length} />
      <ul className={styles['list']}>{items.map(children)}</ul>
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
