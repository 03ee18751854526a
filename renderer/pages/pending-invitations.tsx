import { Button, Modal } from '@mantine/core'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import type { Invitation } from '../api/types.ts'
import { InvitationLink } from '../features/invitations/invitation-link.tsx'
import { InvitationList } from '../features/invitations/invitation-list.tsx'
import { useInvitations, useResend, useRevokeInvitation } from '../features/invitations/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

/** The lower half of the members' page. */
export function PendingInvitations({ onInvite }: { onInvite: () => void }) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useInvitations()
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  const resend = useResend()
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title="The invitations did not load"
        cause={message}
        code={code}
        onRetry={retry}
      />
    )
  }
  if (!items) return <LoadingRows label="Loading invitations" rows={2} />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<MailPlus size={20} />}
        title="No pending invitations"
        action={<Button onClick={onInvite}>Invite</Button>}
      >
        Who is invited gets a link that works once, for seven days, and becomes a member with it.
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
        title={`Invitation to ${resend.data?.email ?? ''}`}
        closeOnClickOutside={false}
      >
        {resend.data ? <InvitationLink sent={resend.data} onDone={resend.reset} /> : null}
      </Modal>
      <Revoke invitation={revoked} onClose={() => setRevoked(null)} />
    </>
  )
}

function Revoke(props: { invitation: Invitation | null; onClose: () => void }) {
  const { invitation, onClose } = props
  const revoke = useRevokeInvitation()
  return (
    <ConfirmDialog
      isOpen={invitation !== null}
      title={`Revoke the invitation to ${invitation?.email ?? ''}?`}
      confirmLabel="Revoke invitation"
      isBusy={revoke.isPending}
      failure={revoke.error ? asFailure(revoke.error).message : null}
      onConfirm={() => invitation && revoke.mutate(invitation.id, { onSuccess: onClose })}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
    >
      Its link is dead from this moment on.
    </ConfirmDialog>
  )
}
