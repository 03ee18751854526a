import { Link, getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Appearance } from '../features/settings/appearance.tsx'
import { Desktop } from '../features/settings/desktop.tsx'
import type { SettingsSection } from '../search-params.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { AboutSection, AuditSection, OrganizationSection } from './settings-organization.tsx'
import { EncryptionSection } from './settings-encryption.tsx'
import { PrivacySection, StorageSection, UsageSection } from './settings-machine.tsx'
import styles from './settings-page.module.css'
import { bridge } from '../bridge.ts'

const route = getRouteApi('/settings')

const contents: Record<SettingsSection, ComponentType> = {
  appearance: Appearance,
  desktop: Desktop,
  organization: OrganizationSection,
  usage: UsageSection,
  storage: StorageSection,
  encryption: EncryptionSection,
  privacy: PrivacySection,
  audit: AuditSection,
  about: AboutSection,
}

/** One section at a time; the address names it. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { section = 'appearance' } = route.useSearch()
  const Content = contents[section]
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={styles['layout']}>
        <nav aria-label={t('sections.label')} className={styles['sections']}>
          <ul>
            {settingsSections().map((name) => (
              <li key={name}>
                <Link
                  to="/settings"
                  search={{ section: name }}
                  className={styles['section']}
                  aria-current={name === section ? 'page' : undefined}
                >
                  {t(`sections.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Panel>
          <section aria-labelledby="settings-section" className={styles['content']}>
            <h2 id="settings-section">{t(`sections.${section}`)}</h2>
            <Content />
          </section>
        </Panel>
      </div>
    </>
  )
}

const everywhere = [
  'appearance',
  'organization',
  'usage',
  'storage',
  'encryption',
  'privacy',
  'audit',
  'about',
] as const

/** The available sections; Desktop only if the shell supports any of it. */
function settingsSections(): SettingsSection[] {
  const { loginItem, shortcut, updates } = bridge()
  const [first, ...rest] = everywhere
  return loginItem || shortcut || updates ? [first, 'desktop', ...rest] : [...everywhere]
}
