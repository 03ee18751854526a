import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { AuditList } from '../features/audit-log/audit-list.tsx'
import { AboutPanel } from '../features/machine/about-panel.tsx'
import { useMachine } from '../features/machine/queries.ts'
import { usePeople } from '../features/members/queries.ts'
import { useModels } from '../features/models/queries.ts'
import { OrganizationForm } from '../features/org/organization-form.tsx'
import { useOrganization } from '../features/org/queries.ts'
import { usePrompts } from '../features/prompts/queries.ts'
import { isSignedIn } from '../session-store.ts'
import { Loaded } from './settings-loaded.tsx'

export function OrganizationSection() {
  const { t } = useTranslation('settings')
  const organization = useOrganization()
  const prompts = usePrompts()
  const models = useModels()
  return (
    <Loaded query={organization}>
      {(data) => (
        <OrganizationForm
          key={data.id}
          organization={data}
          prompts={prompts.data ?? []}
          models={models.data ?? []}
        >
          <p>
            <Trans
              t={t}
              i18nKey={'organization.vocabularyAbout'}
              components={{ 1: <Link to="/vocabulary" /> }}
            />{' '}
            <Trans
              t={t}
              i18nKey={'organization.models'}
              components={{ 1: <Link to="/models" /> }}
            />
          </p>
        </OrganizationForm>
      )}
    </Loaded>
  )
}

export function AboutSection() {
  const { t } = useTranslation('settings')
  const machine = useMachine()
  const models = useModels()
  return (
    <Loaded query={machine}>
      {(data) => (
        <AboutPanel machine={data} models={models.data ?? []}>
          {isSignedIn() ? null : <Link to="/welcome">{t('about.firstRun')}</Link>}
        </AboutPanel>
      )}
    </Loaded>
  )
}

export function AuditSection() {
  return <AuditList people={usePeople()} />
}
