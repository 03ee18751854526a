import { Link } from '@tanstack/react-router'
import {
  AudioLines,
  FileText,
  FolderOpen,
  KeyRound,
  SpellCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { UploadBadge } from '../features/content/upload-badge.tsx'
import { UsageNote } from '../features/org/usage-note.tsx'
import { QuickSearch } from './quick-search.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import styles from './sidebar.module.css'

const places = [
  { to: '/projects', label: 'Projects', Icon: FolderOpen },
  { to: '/prompts', label: 'Prompts', Icon: FileText },
  { to: '/vocabulary', label: 'Vocabulary', Icon: SpellCheck },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/api-keys', label: 'API keys', Icon: KeyRound },
  { to: '/members', label: 'Members', Icon: Users },
] as const

export function Sidebar() {
  return (
    <aside aria-label="Side bar" className={styles['sidebar']}>
      <div className={styles['top']}>
        <Link to="/projects" className={styles['brand']}>
          <AudioLines size={20} aria-hidden="true" />
          Earshot
        </Link>
        <NoticeBell />
      </div>
      <QuickSearch />
      <nav aria-label="Main" className={styles['nav']}>
        {places.map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={styles['link']}>
            <Icon size={16} aria-hidden="true" />
            {label}
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
