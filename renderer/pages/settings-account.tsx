import { Button, Group, Select, Stack } from '@mantine/core'
import type { Identity } from 'earshot/client'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import {
  useChangeOrganization,
  useEndSession,
  useMe,
  useSessions,
  useSignOut,
} from '../features/sessions/queries.ts'
import { SessionList } from '../features/sessions/session-list.tsx'
import { announce } from '../ui/announcer.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { Loaded } from './settings-loaded.tsx'

/** Who is signed in, in which organization, and where else. */
export function AccountSection() {
  const me = useMe()
  return (
    <Stack gap="lg">
      <Loaded query={me}>{(data) => <Person me={data} />}</Loaded>
      <Sessions />
    </Stack>
  )
}

/** The page opens anew: nothing that was loaded as somebody else, or elsewhere, stays in it. */
function openAnew(): void {
  window.location.hash = '#/'
  window.location.reload()
}

function Person({ me: { member, organization, organizations, session } }: { me: Identity }) {
  const { t } = useTranslation('signIn')
  const signOut = useSignOut()
  const change = useChangeOrganization()
  const failed = signOut.error ?? change.error
  return (
    <Stack gap="sm" maw={520}>
      <FormFailure message={failed ? asFailure(failed).message : null} />
      <Group justify="space-between" gap="sm">
        <div>
          <strong>{t('account.signedIn', { name: member.name ?? member.email })}</strong>
          <p>{t(`account.roles.${member.role}`, { organization: organization.name })}</p>
        </div>
        {session ? (
          <Button
            variant="default"
            leftSection={<LogOut size={16} />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate(session.id, { onSuccess: openAnew })}
          >
            {t('account.signOut')}
          </Button>
        ) : null}
      </Group>
      {organizations.length > 1 ? (
        <Select
          label={t('account.organization')}
          description={t('account.organizationAbout')}
          allowDeselect={false}
          disabled={change.isPending}
          data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          value={organization.id}
          onChange={(id) => {
            if (id && id !== organization.id) change.mutate(id, { onSuccess: openAnew })
          }}
        />
      ) : null}
    </Stack>
  )
}

function Sessions() {
  const { t } = useTranslation('signIn')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useSessions()
  const end = useEndSession()
  return (
    <Stack gap="sm">
      <div>
        <h2>{t('account.sessions')}</h2>
        <p>{t('account.sessionsAbout')}</p>
      </div>
      <FormFailure message={end.error ? asFailure(end.error).message : null} />
      {error ? (
        <FailureState
          title={t('account.failed')}
          cause={asFailure(error).message}
          code={asFailure(error).code}
          onRetry={retry}
        />
      ) : items?.length === 0 ? (
        <p>{t('account.none')}</p>
      ) : items ? (
        <SessionList
          sessions={items}
          busyId={end.isPending ? end.variables : null}
          onEnd={({ id }) => end.mutate(id, { onSuccess: () => announce(t('account.ended')) })}
        />
      ) : (
        <LoadingRows label={t('account.loading')} />
      )}
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </Stack>
  )
}
