import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Appearance } from '../features/settings/appearance.tsx'
import { Desktop } from '../features/settings/desktop.tsx'
import type { SettingsSection } from '../search-params.ts'
import { isOpen } from '../settings-places.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { AccountSection } from './settings-account.tsx'
import { AssistantsSection } from './settings-assistants.tsx'
import { CalendarsSection } from './settings-calendars.tsx'
import { AboutSection, AuditSection, OrganizationSection } from './settings-organization.tsx'
import { EncryptionSection } from './settings-encryption.tsx'
import { PrivacySection, StorageSection, UsageSection } from './settings-machine.tsx'
import styles from './settings-page.module.css'

const route = getRouteApi('/in-settings/settings')

const contents: Record<SettingsSection, ComponentType> = {
  appearance: Appearance,
  desktop: Desktop,
  account: AccountSection,
  organization: OrganizationSection,
  usage: UsageSection,
  storage: StorageSection,
  encryption: EncryptionSection,
  privacy: PrivacySection,
  audit: AuditSection,
  calendars: CalendarsSection,
  assistants: AssistantsSection,
  about: AboutSection,
}

/** One section at a time; the address names it. */
export function SettingsPage() {
  const { t } = useTranslation(['shell', 'settings'])
  const { section = 'appearance' } = route.useSearch()
  const Content = contents[section]
  return (
    <>
      <PageHeader title={t(`shell:places.${section}`)} />
      <Panel>
        <div className={styles['content']}>
          {isOpen(section) ? <Content /> : <p>{t('settings:notOpen')}</p>}
        </div>
      </Panel>
    </>
  )
}
