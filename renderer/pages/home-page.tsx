import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useRecent } from '../features/content/queries.ts'
import { RecentList } from '../features/content/recent-list.tsx'
import { useQueue } from '../features/content/use-queue.ts'
import { useOverviews } from '../features/overviews/queries.ts'
import { useProjectNames } from '../features/projects/queries.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { useLoadLater } from '../ui/use-load-later.ts'
import { HomeStart } from './home-start.tsx'
import { HomeTasks } from './home-tasks.tsx'
import { HomeWork } from './home-work.tsx'
import styles from './home.module.css'

/** A person's calls: record one, see what becomes of it, what the last ones said, what is to be done. */
export function HomePage() {
  const { t } = useTranslation('home')
  const recent = useRecent()
  const { uploads, working } = useQueue()
  // The most likely next screen.
  useLoadLater(() => import('./recording-page.tsx'))
  const isEmpty = recent.items?.length === 0 && uploads.length === 0 && working?.length === 0
  return (
    <>
      <PageHeader title={t('title')} />
      <HomeStart isFirst={isEmpty} />
      {isEmpty ? null : (
        <div className={styles['columns']}>
          <div className={styles['calls']}>
            <HomeWork />
            <Recent recent={recent} />
          </div>
          <HomeTasks />
        </div>
      )}
    </>
  )
}

function Recent({ recent }: { recent: ReturnType<typeof useRecent> }) {
  const { t } = useTranslation('home')
  // What has no words yet is above, or was never sent.
  const shown = recent.items?.filter(
    ({ status, has_transcript: hasWords }) =>
      status === 'completed' || status === 'failed' || hasWords,
  )
  const overviewOf = useOverviews(shown?.map(({ id }) => id) ?? [])
  const projectName = useProjectNames(shown)
  if (recent.error) {
    const { message, code } = asFailure(recent.error)
    return (
      <FailureState title={t('recent.failed')} cause={message} code={code} onRetry={recent.retry} />
    )
  }
  if (!shown) return <LoadingRows rows={6} label={t('recent.loading')} />
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="home-recent">
      <h2 id="home-recent" className={styles['heading']}>
        {t('recent.title')}
      </h2>
      <RecentList items={shown} overviewOf={overviewOf} projectOf={projectName} />
      <LoadMore
        hasMore={recent.hasMore}
        isLoading={recent.isLoadingMore}
        onMore={recent.loadMore}
      />
    </section>
  )
}
