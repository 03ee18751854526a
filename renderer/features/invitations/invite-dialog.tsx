import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentInvitation } from 'earshot/client'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { useShownOnce } from '../../ui/use-shown-once.tsx'
import { InvitationLink } from './invitation-link.tsx'
import type { NewInvitation } from './queries.ts'

type Props = {
  isOpen: boolean
  onInvite: (body: NewInvitation) => Promise<SentInvitation>
  onClose: () => void
}

/** Asks whom to invite, then shows the link once. */
export function InviteDialog({ isOpen, onInvite, onClose }: Props) {
  const { t } = useTranslation('invitations')
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const close = () => {
    setSent(null)
    onClose()
  }
  const { modal, question } = useShownOnce(sent !== null, close)
  return (
    <>
      <Modal
        {...modal}
        opened={isOpen}
        title={sent ? t('link.title', { email: sent.email }) : t('form.title')}
      >
        {sent ? (
          <InvitationLink sent={sent} onDone={close} />
        ) : (
          <InviteForm onSubmit={async (body) => setSent(await onInvite(body))} onCancel={close} />
        )}
      </Modal>
      {question}
    </>
  )
}

type FormProps = { onSubmit: (body: NewInvitation) => Promise<void>; onCancel: () => void }
type Values = { email: string; role: 'admin' | 'member' }

function InviteForm({ onSubmit, onCancel }: FormProps) {
  const { t } = useTranslation('invitations')
  const form = useForm<Values>({ initialValues: { email: '', role: 'member' } })
  const { rest, submit } = useFormSubmit(form, ['email'], ({ email, role }) =>
    onSubmit({ email: email.trim(), role }),
  )
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('invite')}
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
      onCancel={onCancel}
    >
      <TextInput
        label={t('form.email')}
        type="email"
        autoComplete="off"
        data-autofocus
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <Radio.Group label={t('form.role')} {...form.getInputProps('role')}>
        <Stack gap={6} mt={4}>
          <Radio value="member" label={t('form.member')} />
          <Radio value="admin" label={t('form.admin')} />
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
