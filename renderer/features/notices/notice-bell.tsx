import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import styles from './notice-bell.module.css'
import { mostCounted, useUnreadCount } from './queries.ts'

const NoticeDrawer = lazyDialog(async () => (await import('./notice-drawer.tsx')).NoticeDrawer)

/** The number of unread notices, and a button to open them; empty if the key may not read them. */
export function NoticeBell() {
  const { t } = useTranslation('notices')
  const unread = useUnreadCount()
  const [isOpen, setOpen] = useState(false)
  if (unread === null) return null
  const count = unread > mostCounted ? `${mostCounted}+` : String(unread)
  return (
    <>
      <button
        type="button"
        className={styles['bell']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unread === 0 ? t('title') : t('unread', { count: unread })}
        onClick={() => setOpen(true)}
      >
        <Bell size={16} aria-hidden="true" />
        {unread > 0 ? (
          <span aria-hidden="true" className={styles['count']}>
            {count}
          </span>
        ) : null}
      </button>
      <NoticeDrawer isOpen={isOpen} unread={unread} onClose={() => setOpen(false)} />
    </>
  )
}
