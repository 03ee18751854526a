import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useCreateApiKey } from '../features/api-keys/queries.ts'
import { ConnectPanel } from '../features/assistants/connect-panel.tsx'
import { SpeechPanel } from '../features/assistants/speech-panel.tsx'
import { WritingSwitch } from '../features/assistants/writing-switch.tsx'
import { AuditList } from '../features/audit-log/audit-list.tsx'
import { usePeople } from '../features/members/queries.ts'
import { useOrganization, useUpdateOrganization } from '../features/org/queries.ts'
import { access, isSignedIn } from '../session-store.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { Loaded } from './settings-loaded.tsx'

/** How to connect assistants, what they may do and did, and speech for programs that take an address for it. */
export function AssistantsSection() {
  const { t } = useTranslation('assistants')
  const people = usePeople()
  const organization = useOrganization()
  const change = useUpdateOrganization()
  const createKey = useCreateApiKey()
  const { isAdmin } = access()
  return (
    <Loaded query={organization}>
      {({ settings }) => (
        <Stack gap={40} maw={680}>
          <Stack component="section" gap="lg">
            <Stack gap="sm">
              <h2>{t('title')}</h2>
              <p>{t('lead')}</p>
            </Stack>
            <ConnectPanel isElsewhere={isSignedIn()} />
            <p>
              <Trans t={t} i18nKey="key" components={{ 1: <Link to="/api-keys" /> }} />
            </p>
            <FormFailure message={change.error ? asFailure(change.error).message : null} />
            <WritingSwitch
              isOn={settings.assistants_may_write}
              isBusy={change.isPending}
              onChange={
                isAdmin
                  ? (isOn) => change.mutate({ settings: { assistants_may_write: isOn } })
                  : undefined
              }
            />
            {isAdmin ? (
              <Stack gap="sm">
                <h3>{t('calls')}</h3>
                <AuditList people={people} only="assistant.*" />
              </Stack>
            ) : null}
          </Stack>
          <SpeechPanel
            onMakeKey={async (name) =>
              (await createKey.mutateAsync({ name, scopes: ['read'] })).key
            }
            isBusy={createKey.isPending}
            failure={createKey.error ? asFailure(createKey.error).message : null}
          />
        </Stack>
      )}
    </Loaded>
  )
}
