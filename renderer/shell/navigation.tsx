import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './navigation.module.css'
import { mainPlaces, settingsPlace } from './places.ts'

/** The links to every part of Earshot: beside each screen, or in the menu of a small window. */
export function Navigation({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('shell')
  const isInSettings = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/in-settings'),
  })
  const { Icon: SettingsIcon } = settingsPlace
  return (
    <nav aria-label={t('main')} className={styles['nav']}>
      {mainPlaces.map(({ name, Icon, link }) => (
        <Link
          key={name}
          {...link}
          activeOptions={{ exact: name === 'home' }}
          className={styles['link']}
          onClick={onLeave}
        >
          <Icon size={16} aria-hidden="true" />
          {t(`places.${name}`)}
        </Link>
      ))}
      <Link
        {...settingsPlace.link}
        className={`${styles['link']} ${styles['last']}`}
        aria-current={isInSettings ? 'page' : undefined}
        onClick={onLeave}
      >
        <SettingsIcon size={16} aria-hidden="true" />
        {t('places.settings')}
      </Link>
    </nav>
  )
}
