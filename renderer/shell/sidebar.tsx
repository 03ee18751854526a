import { Link, useRouterState } from '@tanstack/react-router'
import { AudioLines, Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { UploadBadge } from '../features/content/upload-badge.tsx'
import { UsageNote } from '../features/org/usage-note.tsx'
import { SideRecorder } from '../pages/record-frame.tsx'
import { access } from '../session-store.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Navigation } from './navigation.tsx'
import { QuickSearch } from './quick-search.tsx'
import styles from './sidebar.module.css'

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

/** Beside every screen; in a small window, a bar above it with the navigation in a menu. */
export function Sidebar() {
  const { t } = useTranslation('shell')
  // It is open on one screen only: going elsewhere, by whatever way, closes it.
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = openedAt === path
  return (
    <aside aria-label={t('sideBar')} className={styles['sidebar']}>
      <button
        type="button"
        className={styles['menu']}
        aria-label={t('menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenedAt(path)}
      >
        <Menu size={18} aria-hidden="true" />
      </button>
      <MenuDrawer isOpen={isOpen} onClose={() => setOpenedAt(null)} />
      <Link to="/" className={styles['brand']}>
        <AudioLines size={20} aria-hidden="true" />
        Earshot
      </Link>
      <div className={styles['bell']}>{access().isAdmin ? <NoticeBell /> : null}</div>
      <div className={styles['search']}>
        <QuickSearch />
      </div>
      <div className={styles['recorder']}>
        <SideRecorder />
      </div>
      <div className={styles['nav']}>
        <Navigation />
      </div>
      <div className={styles['foot']}>
        <UploadBadge />
        <UsageNote />
      </div>
    </aside>
  )
}
