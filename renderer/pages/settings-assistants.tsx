import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { ConnectPanel } from '../features/assistants/connect-panel.tsx'
import { WritingSwitch } from '../features/assistants/writing-switch.tsx'
import { AuditList } from '../features/audit-log/audit-list.tsx'
import { usePeople } from '../features/members/queries.ts'
import { useOrganization, useUpdateOrganization } from '../features/org/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { Loaded } from './settings-loaded.tsx'

/** How to connect assistants, what they may do, and what they did. */
export function AssistantsSection() {
  const { t } = useTranslation('assistants')
  const people = usePeople()
  const organization = useOrganization()
  const change = useUpdateOrganization()
  return (
    <Loaded query={organization}>
      {({ settings }) => (
        <Stack gap="lg" maw={680}>
          <p>{t('lead')}</p>
          <ConnectPanel />
          <p>
            <Trans t={t} i18nKey="key" components={{ 1: <Link to="/api-keys" /> }} />
          </p>
          <FormFailure message={change.error ? asFailure(change.error).message : null} />
          <WritingSwitch
            isOn={settings.assistants_may_write}
            isBusy={change.isPending}
            onChange={(isOn) => change.mutate({ settings: { assistants_may_write: isOn } })}
          />
          <section>
            <h2>{t('calls')}</h2>
            <AuditList people={people} only="assistant.*" />
          </section>
        </Stack>
      )}
    </Loaded>
  )
}
