import { useTranslation } from 'react-i18next'
import { shownText } from '../../ui/own-words.ts'
import styles from './action-list.module.css'
import { useTick, type Action } from './queries.ts'

/** Ticks a task where it stands in a result; refused, it springs back. */
export function TickBox({ action }: { action: Action }) {
  const { t } = useTranslation('insights')
  const tick = useTick()
  return (
    <input
      type="checkbox"
      className={styles['box']}
      checked={action.is_done}
      onChange={() => tick.mutate({ action, isDone: !action.is_done })}
      aria-label={t('actions.done', { text: shownText(action.text) })}
    />
  )
}
