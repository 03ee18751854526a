import { Button, Modal } from '@mantine/core'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Invitation } from 'earshot/client'
import { InvitationLink } from '../features/invitations/invitation-link.tsx'
import { InvitationList } from '../features/invitations/invitation-list.tsx'
import { useInvitations, useResend, useRevokeInvitation } from '../features/invitations/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

/** The lower half of the members' page. */
export function PendingInvitations({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('invitations')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useInvitations()
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  const resend = useResend()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} rows={2} />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<MailPlus size={20} />}
        title={t('empty.title')}
        action={<Button onClick={onInvite}>{t('invite')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <>
      <FormFailure message={resend.error ? asFailure(resend.error).message : null} />
      <InvitationList
        invitations={items}
        onResend={({ id }) => resend.mutate(id)}
        onRevoke={setRevoked}
      />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <Modal
        opened={resend.data !== undefined}
        onClose={resend.reset}
        title={t('link.title', { email: resend.data?.email ?? '' })}
        closeOnClickOutside={false}
      >
        {resend.data ? <InvitationLink sent={resend.data} onDone={resend.reset} /> : null}
      </Modal>
      <Revoke invitation={revoked} onClose={() => setRevoked(null)} />
    </>
  )
}

function Revoke(props: { invitation: Invitation | null; onClose: () => void }) {
  const { t } = useTranslation('invitations')
  const { invitation, onClose } = props
  const revoke = useRevokeInvitation()
  return (
    <ConfirmDialog
      isOpen={invitation !== null}
      title={t('revoke.title', { email: invitation?.email ?? '' })}
      confirmLabel={t('revoke.confirm')}
      isBusy={revoke.isPending}
      failure={revoke.error ? asFailure(revoke.error).message : null}
      onConfirm={() => invitation && revoke.mutate(invitation.id, { onSuccess: onClose })}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
    >
      {t('revoke.text')}
    </ConfirmDialog>
  )
}
