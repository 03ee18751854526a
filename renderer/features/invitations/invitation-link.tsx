import { Button, Group, Stack } from '@mantine/core'
import type { SentInvitation } from '../../api/types.ts'
import { formatDateTime } from '../../ui/format.ts'
import { SecretField } from '../../ui/secret-field.tsx'

/** The link of an invitation, right after it was made or resent. */
export function InvitationLink({ sent, onDone }: { sent: SentInvitation; onDone: () => void }) {
  return (
    <Stack>
      <p>
        {sent.delivery === 'email'
          ? 'The link is on its way by mail. Should it not arrive, hand it on yourself.'
          : 'No mail server is configured, so hand on this link yourself.'}{' '}
        It works once, until {formatDateTime(sent.expires_at)}.
      </p>
      <SecretField label="Invitation link" value={sent.accept_url} />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}
