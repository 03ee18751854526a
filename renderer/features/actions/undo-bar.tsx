import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Action } from './queries.ts'
import styles from './action-list.module.css'

/** The last ticked item, with a button to undo it. */
export function UndoBar({ last, onUndo }: { last: Action | null; onUndo: () => void }) {
  const { t } = useTranslation('insights')
  if (!last) return null
  const { text, is_done: wasDone } = last
  return (
    <div className={styles['undo']}>
      <output>{t(wasDone ? 'actions.opened' : 'actions.ticked', { text })}</output>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {t('actions.undo')}
      </Button>
    </div>
  )
}
