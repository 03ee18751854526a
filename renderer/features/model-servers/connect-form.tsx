import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { announce } from '../../ui/announcer.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import type { NewModelServer } from './queries.ts'

const fields = ['base_url', 'api_key', 'allow_remote', 'allow_unencrypted']
const initialValues = { base_url: '', api_key: '', allow_remote: false, allow_unencrypted: false }

/** An address, and the owner's yes where it is on another machine; the service validates both. */
export function ConnectForm({
  onConnect,
}: {
  onConnect: (body: NewModelServer) => Promise<unknown>
}) {
  const { t } = useTranslation('modelServers')
  const form = useForm({ initialValues })
  const { rest, submit } = useFormSubmit(form, fields, async ({ api_key: key, ...values }) => {
    await onConnect({ ...values, ...(key !== '' && { api_key: key }) })
    form.reset()
    announce(t('said.connected'))
  })
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('form.submit')}
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <TextInput
        label={t('form.address')}
        description={t('form.addressAbout')}
        placeholder="http://127.0.0.1:11434"
        type="url"
        maxLength={500}
        {...form.getInputProps('base_url')}
      />
      <PasswordInput
        label={t('form.key')}
        description={t('form.keyAbout')}
        autoComplete="off"
        maxLength={500}
        {...form.getInputProps('api_key')}
      />
      <Checkbox
        label={t('form.remote')}
        description={t('form.remoteAbout')}
        {...form.getInputProps('allow_remote', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('form.unencrypted')}
        description={t('form.unencryptedAbout')}
        disabled={!form.values.allow_remote}
        {...form.getInputProps('allow_unencrypted', { type: 'checkbox' })}
      />
    </FormFrame>
  )
}
