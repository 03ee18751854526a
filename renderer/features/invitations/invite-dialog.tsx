import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { SentInvitation } from '../../api/types.ts'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { InvitationLink } from './invitation-link.tsx'
import type { NewInvitation } from './queries.ts'

type Props = {
  isOpen: boolean
  onInvite: (body: NewInvitation) => Promise<SentInvitation>
  onClose: () => void
}

/** Asks whom to invite, then shows the link this once. */
export function InviteDialog({ isOpen, onInvite, onClose }: Props) {
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const close = () => {
    setSent(null)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={sent ? `Invitation to ${sent.email}` : 'Invite a person'}
      closeOnClickOutside={sent === null}
    >
      {sent ? (
        <InvitationLink sent={sent} onDone={close} />
      ) : (
        <InviteForm onSubmit={async (body) => setSent(await onInvite(body))} onCancel={close} />
      )}
    </Modal>
  )
}

type FormProps = { onSubmit: (body: NewInvitation) => Promise<void>; onCancel: () => void }
type Values = { email: string; role: 'admin' | 'member' }

function InviteForm({ onSubmit, onCancel }: FormProps) {
  const form = useForm<Values>({ initialValues: { email: '', role: 'member' } })
  const { rest, submit } = useFormSubmit(form, ['email'], ({ email, role }) =>
    onSubmit({ email: email.trim(), role }),
  )
  return (
    <FormFrame
      failure={rest}
      submitLabel="Invite"
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
      onCancel={onCancel}
    >
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="off"
        data-autofocus
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap={6} mt={4}>
          <Radio value="member" label="Member: works with recordings" />
          <Radio value="admin" label="Admin: also manages people and everyone’s keys" />
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
