import { Button } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Member } from 'earshot/client'
import { InviteDialog } from '../features/invitations/invite-dialog.tsx'
import { useInvite } from '../features/invitations/queries.ts'
import { MemberList } from '../features/members/member-list.tsx'
import { useChangeRole, useMembers, useRemoveMember } from '../features/members/queries.ts'
import { access } from '../session-store.ts'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './members-page.module.css'
import { PendingInvitations } from './pending-invitations.tsx'

export function MembersPage() {
  const { t } = useTranslation(['members', 'invitations'])
  const [isOpen, setOpen] = useState(false)
  const invite = useInvite()
  const { isAdmin } = access()
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          isAdmin ? (
            <Button leftSection={<UserPlus size={16} />} onClick={() => setOpen(true)}>
              {t('invitations:invite')}
            </Button>
          ) : null
        }
      />
      <Panel flush>
        <Members isManaged={isAdmin} />
      </Panel>
      <p className={styles['roles']}>{t('rolesAbout')}</p>
      {isAdmin ? (
        <>
          <h2 className={styles['heading']}>{t('invitations:title')}</h2>
          <Panel flush>
            <PendingInvitations onInvite={() => setOpen(true)} />
          </Panel>
        </>
      ) : null}
      <InviteDialog
        isOpen={isOpen}
        onInvite={(body) => invite.mutateAsync(body)}
        onClose={() => {
          setOpen(false)
          invite.reset()
        }}
      />
    </>
  )
}

/** Never empty, because there is always an owner. */
function Members({ isManaged }: { isManaged: boolean }) {
  const { t } = useTranslation('members')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useMembers()
  const [leaving, setLeaving] = useState<Member | null>(null)
  const change = useChangeRole()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  return (
    <>
      <FormFailure message={change.error ? asFailure(change.error).message : null} />
      <MemberList
        members={items}
        isManaged={isManaged}
        busyId={change.isPending ? change.variables.memberId : null}
        onRole={({ id, name, email }, role) =>
          change.mutate(
            { memberId: id, role },
            { onSuccess: () => announce(t('roleChanged', { name: name ?? email })) },
          )
        }
        onRemove={setLeaving}
      />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <Remove member={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

function Remove({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { t } = useTranslation('members')
  const remove = useRemoveMember()
  return (
    <ConfirmDialog
      isOpen={member !== null}
      title={t('remove.title', { name: member?.name ?? member?.email ?? '' })}
      confirmLabel={t('remove.confirm')}
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() => member && remove.mutate(member.id, { onSuccess: onClose })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  )
}
