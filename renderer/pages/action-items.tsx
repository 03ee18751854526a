import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Pages } from '../api/use-pages.ts'
import { ActionList } from '../features/actions/action-list.tsx'
import styles from '../features/actions/action-list.module.css'
import { useTick, type Action } from '../features/actions/queries.ts'
import { shownTask } from '../features/actions/shown-task.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { offerUndo } from '../ui/undo-note.tsx'

type Props = {
  list: Pages<Action>
  projectOf?: (action: Action) => string | undefined
  onOwner: (name: string) => void
  /** Shows all, where the list is narrowed. */
  onClear: (() => void) | null
}

/** A list of action items in each of its states, with ticking and undo. */
export function ActionItems({ list, ...props }: Props) {
  const { t } = useTranslation('insights')
  if (list.error) {
    const { message, code } = asFailure(list.error)
    return (
      <FailureState
        title={t('actions.notLoaded')}
        cause={message}
        code={code}
        onRetry={list.retry}
      />
    )
  }
  if (!list.items) return <LoadingRows rows={6} label={t('actions.loading')} />
  return <Items list={list} items={list.items} {...props} />
}

function Items({ list, items, projectOf, onOwner, onClear }: Props & { items: Action[] }) {
  const { t } = useTranslation('insights')
  const tick = useTick()
  const change = (action: Action) => {
    const { is_done: wasDone } = action
    const said = t(wasDone ? 'actions.opened' : 'actions.ticked', { text: shownTask(action) })
    const takeBack = () => tick.mutateAsync({ action, isDone: wasDone })
    tick.mutate({ action, isDone: !wasDone }, { onSuccess: () => offerUndo(said, takeBack) })
  }
  if (items.length === 0) return <NoActions onClear={onClear} />
  return (
    <>
      <FormFailure
        message={
          tick.error ? t('actions.notSaved', { cause: asFailure(tick.error).message }) : null
        }
      />
      <Panel flush>
        <ActionList items={items} projectOf={projectOf} onTick={change} onOwner={onOwner} />
        <LoadMore hasMore={list.hasMore} isLoading={list.isLoadingMore} onMore={list.loadMore} />
      </Panel>
      <p className={styles['keys']}>{t('actions.keys')}</p>
    </>
  )
}

function NoActions({ onClear }: Pick<Props, 'onClear'>) {
  const { t } = useTranslation('insights')
  return (
    <Panel>
      <EmptyState
        icon={<ListChecks size={20} />}
        title={t('actions.none.title')}
        action={
          onClear ? (
            <Button variant="default" onClick={onClear}>
              {t('actions.clear')}
            </Button>
          ) : undefined
        }
      >
        {t(onClear ? 'actions.none.filtered' : 'actions.none.text')}
      </EmptyState>
    </Panel>
  )
}
