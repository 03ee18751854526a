import { Drawer } from '@mantine/core'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './notice-bell.module.css'
import { NoticeList } from './notice-list.tsx'
import { mostCounted, useUnreadCount } from './queries.ts'

/** How many things the owner has not read, and the way to them; nothing for who may not see them. */
export function NoticeBell() {
  const { t } = useTranslation(['notices', 'parts'])
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
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        title={t('title')}
        styles={{ title: { fontWeight: 620, fontSize: 'var(--text-large)' } }}
        closeButtonProps={{ 'aria-label': t('parts:close') }}
      >
        <NoticeList unread={unread} onLeave={() => setOpen(false)} />
      </Drawer>
    </>
  )
}
