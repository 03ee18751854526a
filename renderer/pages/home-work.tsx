import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpenAnalyses } from '../features/analyses/queries.ts'
import { WorkingRow } from '../features/content/queue-row.tsx'
import queueStyles from '../features/content/queue.module.css'
import { UploadList } from '../features/content/upload-list.tsx'
import { useQueue } from '../features/content/use-queue.ts'
import { useProjectNames } from '../features/projects/queries.ts'
import styles from './home.module.css'

const mostRows = 3

/** What is on its way: uploads, what is being transcribed, how much waits. Nothing while there is nothing. */
export function HomeWork() {
  const { t } = useTranslation(['home', 'content'])
  const { uploads, working = [], next } = useQueue()
  const analyses = useOpenAnalyses().data ?? []
  const projectName = useProjectNames(working)
  if (uploads.length === 0 && working.length === 0 && analyses.length === 0) return null
  const more = working.length - mostRows
  return (
    <section aria-labelledby="home-work">
      <div className={styles['headline']}>
        <h2 id="home-work" className={styles['heading']}>
          {t('work.title')}
        </h2>
        <Link to="/queue">{t('work.all')}</Link>
      </div>
      <UploadList uploads={uploads} most={mostRows} />
      {working.length > 0 ? (
        <ul className={queueStyles['list']}>
          {working.slice(0, mostRows).map((item) => (
            <WorkingRow
              isNext={item === next}
              key={item.id}
              item={item}
              project={projectName(item) ?? t('content:queue.aProject')}
            />
          ))}
        </ul>
      ) : null}
      <p className={styles['rest']}>
        {more > 0 ? <span>{t('work.more', { count: more })}</span> : null}
        {analyses.length > 0 ? <span>{t('work.analyses', { count: analyses.length })}</span> : null}
      </p>
    </section>
  )
}
