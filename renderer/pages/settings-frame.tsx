import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsGroups } from '../settings-places.ts'
import styles from './settings-frame.module.css'

/** The frame of everything inside Settings, with a navigation that shows where one is. */
export function SettingsFrame() {
  return (
    <div className={styles['frame']}>
      <SettingsNavigation />
      <div className={styles['content']}>
        <Outlet />
      </div>
    </div>
  )
}

function SettingsNavigation() {
  const { t } = useTranslation(['settings', 'shell'])
  // In a small window only; elsewhere the list is always shown.
  const [isOpen, setOpen] = useState(false)
  const isFirst = useIsFirst()
  return (
    <nav aria-label={t('sections.label')} className={styles['nav']}>
      <p className={styles['title']}>{t('title')}</p>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('title')}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div className={styles['groups']} data-open={isOpen || undefined}>
        {settingsGroups().map(({ name: group, places }) => (
          <ul key={group} aria-label={t(`sections.groups.${group}`)}>
            {places.map(({ name, Icon, link }) => (
              <li key={name}>
                <Link
                  {...link}
                  className={styles['link']}
                  aria-current={isFirst && name === 'appearance' ? 'page' : undefined}
                  onClick={() => setOpen(false)}
                >
                  <Icon size={15} aria-hidden="true" />
                  {t(`shell:places.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  )
}

/** Whether the address names no section, which opens the first. */
const useIsFirst = (): boolean =>
  useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/settings' && search.section === undefined,
  })
