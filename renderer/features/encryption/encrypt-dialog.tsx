import { Checkbox, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Encryption, EncryptionInput } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { formatBytes } from '../../ui/format.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import styles from './encryption.module.css'
import { PassphraseFields, usePassphraseCheck, type NewPassphrase } from './passphrase-fields.tsx'

type Props = {
  isOpen: boolean
  encryption: Pick<Encryption, 'has_keychain' | 'readable_copies'>
  onEncrypt: (body: EncryptionInput) => Promise<void>
  onClose: () => void
}

/** Asks for the passphrase and what else belongs to it, and says what comes. */
export function EncryptDialog({ isOpen, onClose, ...form }: Props) {
  const { t } = useTranslation('encryption')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('form.title')} closeOnClickOutside={false}>
      <EncryptForm {...form} onCancel={onClose} />
    </Modal>
  )
}

type Values = NewPassphrase & { usesKeychain: boolean; deletesCopies: boolean }
type FormProps = Omit<Props, 'isOpen' | 'onClose'> & { onCancel: () => void }

function EncryptForm({ encryption, onEncrypt, onCancel }: FormProps) {
  const { t } = useTranslation('encryption')
  const check = usePassphraseCheck()
  const form = useForm<Values>({
    initialValues: { passphrase: '', again: '', usesKeychain: false, deletesCopies: false },
  })
  const { rest, submit } = useFormSubmit(form, ['passphrase'], (values) =>
    onEncrypt(toBody(values)),
  )
  const { has_keychain: hasKeychain, readable_copies: copies } = encryption
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('form.submit')}
      isBusy={form.submitting}
      onSubmit={form.onSubmit((values) => {
        const wrong = check(values)
        return wrong ? form.setErrors(wrong) : submit(values)
      })}
      onCancel={onCancel}
    >
      <PassphraseFields values={form.values} propsOf={(name) => form.getInputProps(name)} />
      {hasKeychain ? (
        <Checkbox
          label={t('form.keychain')}
          description={t('form.keychainAbout')}
          {...form.getInputProps('usesKeychain', { type: 'checkbox' })}
        />
      ) : null}
      {copies.length > 0 ? (
        <Stack gap="xs">
          <p>{t('form.copies')}</p>
          <ReadableCopies copies={copies} />
          <Checkbox
            label={t('form.deleteCopies', totalOf(copies))}
            description={t('form.deleteCopiesAbout')}
            {...form.getInputProps('deletesCopies', { type: 'checkbox' })}
          />
        </Stack>
      ) : null}
      <p className={styles['note']}>{t('form.closes')}</p>
    </FormFrame>
  )
}

type Copies = Encryption['readable_copies']

/** What can be read without the passphrase, by kind. */
export function ReadableCopies({ copies }: { copies: Copies }) {
  const { t } = useTranslation('encryption')
  return (
    <ul className={styles['points']}>
      {copies.map(({ kind, count, size_bytes: bytes }) => (
        <li key={kind}>{t(`form.copyKinds.${kind}`, { count, size: formatBytes(bytes) })}</li>
      ))}
    </ul>
  )
}

const totalOf = (copies: Copies) => ({
  count: copies.reduce((sum, { count }) => sum + count, 0),
  size: formatBytes(copies.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0)),
})

const toBody = ({ passphrase, usesKeychain, deletesCopies }: Values): EncryptionInput => ({
  passphrase,
  ...(usesKeychain && { use_keychain: true }),
  ...(deletesCopies && { remove_readable_copies: true }),
})
