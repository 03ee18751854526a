import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { DueList } from '../features/actions/due-list.tsx'
import { useAllActions, useTick } from '../features/actions/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadingRows } from '../ui/states.tsx'
import styles from './home.module.css'

const most = 6

/** The open tasks of all projects that are due first. */
export function HomeTasks() {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="home-tasks" className={styles['tasks']}>
      <div className={styles['headline']}>
        <h2 id="home-tasks" className={styles['heading']}>
          {t('tasks.title')}
        </h2>
        <Link to="/tasks">{t('tasks.all')}</Link>
      </div>
      <Tasks />
    </section>
  )
}

function Tasks() {
  const { t } = useTranslation('home')
  const { items, error } = useAllActions({ state: 'open' })
  const tick = useTick()
  if (error) {
    return (
      <p className={styles['quiet']}>{t('tasks.failed', { cause: asFailure(error).message })}</p>
    )
  }
  if (!items) return <LoadingRows rows={4} label={t('tasks.loading')} />
  if (items.length === 0) return <p className={styles['quiet']}>{t('tasks.none')}</p>
  return (
    <>
      <FormFailure
        message={tick.error ? t('tasks.notSaved', { cause: asFailure(tick.error).message }) : null}
      />
      <DueList
        items={items.slice(0, most)}
        onTick={(action) => tick.mutate({ action, isDone: !action.is_done })}
      />
    </>
  )
}
