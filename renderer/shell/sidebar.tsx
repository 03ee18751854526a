import { Link } from '@tanstack/react-router'
import {
  AudioLines,
  Cpu,
  FileText,
  FolderOpen,
  KeyRound,
  ListChecks,
  Settings,
  SpellCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { UploadBadge } from '../features/content/upload-badge.tsx'
import { UsageNote } from '../features/org/usage-note.tsx'
import { SideRecorder } from '../pages/record-frame.tsx'
import { QuickSearch } from './quick-search.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import styles from './sidebar.module.css'

/** The links of the side bar, also offered by the command palette. */
export const places = [
  { to: '/projects', name: 'projects', Icon: FolderOpen },
  { to: '/queue', name: 'queue', Icon: ListChecks },
  { to: '/prompts', name: 'prompts', Icon: FileText },
  { to: '/vocabulary', name: 'vocabulary', Icon: SpellCheck },
  { to: '/models', name: 'models', Icon: Cpu },
  { to: '/webhooks', name: 'webhooks', Icon: Webhook },
  { to: '/api-keys', name: 'apiKeys', Icon: KeyRound },
  { to: '/members', name: 'members', Icon: Users },
  { to: '/settings', name: 'settings', Icon: Settings },
] as const

export function Sidebar() {
  const { t } = useTranslation('shell')
  return (
    <aside aria-label={t('sideBar')} className={styles['sidebar']}>
      <div className={styles['top']}>
        <Link to="/projects" className={styles['brand']}>
          <AudioLines size={20} aria-hidden="true" />
          Earshot
        </Link>
        <NoticeBell />
      </div>
      <QuickSearch />
      <SideRecorder />
      <nav aria-label={t('main')} className={styles['nav']}>
        {places.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={styles['link']}>
            <Icon size={16} aria-hidden="true" />
            {t(`places.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={styles['foot']}>
        <UploadBadge />
        <UsageNote />
        <SchemeSwitch />
      </div>
    </aside>
  )
}
