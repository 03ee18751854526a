import { Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { announce } from '../../ui/announcer.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import styles from './encryption.module.css'
import { PassphraseFields, usePassphraseCheck, type NewPassphrase } from './passphrase-fields.tsx'
import { useChangeOpeners, useRekey } from './queries.ts'

type DialogProps = { isOpen: boolean; onClose: () => void }

/** Another passphrase for the same key, and what that does and does not do. */
export function ChangeDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation('encryption')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('change.title')} closeOnClickOutside={false}>
      <ChangeForm onDone={onClose} />
    </Modal>
  )
}

/** Another key, with a passphrase and a recovery code of its own. */
export function RekeyDialog({
  isOpen,
  onClose,
  onClosing,
}: DialogProps & { onClosing: () => void }) {
  const { t } = useTranslation('encryption')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('rekey.title')} closeOnClickOutside={false}>
      <RekeyForm onDone={onClosing} onCancel={onClose} />
    </Modal>
  )
}

export function ChangeForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('encryption')
  const change = useChangeOpeners()
  const submit = async (passphrase: string): Promise<void> => {
    await change.mutateAsync({ passphrase })
    announce(t('on.changed'))
    onDone()
  }
  return (
    <NewPassphraseForm
      points={[t('change.does'), t('change.keeps'), t('change.backups')]}
      submitLabel={t('change.submit')}
      onSubmit={submit}
      onCancel={onDone}
    />
  )
}

type RekeyProps = { onDone: () => void; onCancel: () => void }

export function RekeyForm({ onDone, onCancel }: RekeyProps) {
  const { t } = useTranslation('encryption')
  const rekey = useRekey()
  const submit = async (passphrase: string): Promise<void> => {
    await rekey.mutateAsync(passphrase)
    onDone()
  }
  return (
    <NewPassphraseForm
      points={[t('rekey.does'), t('rekey.keeps'), t('rekey.backups')]}
      submitLabel={t('rekey.submit')}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}

type FormProps = {
  /** Tell what the change does and does not do, a sentence or two each. */
  points: readonly string[]
  submitLabel: string
  onSubmit: (passphrase: string) => Promise<void>
  onCancel: () => void
}

function NewPassphraseForm({ points, submitLabel, onSubmit, onCancel }: FormProps) {
  const check = usePassphraseCheck()
  const form = useForm<NewPassphrase>({ initialValues: { passphrase: '', again: '' } })
  const { rest, submit } = useFormSubmit(form, ['passphrase'], ({ passphrase }) =>
    onSubmit(passphrase),
  )
  return (
    <FormFrame
      failure={rest}
      submitLabel={submitLabel}
      isBusy={form.submitting}
      onSubmit={form.onSubmit((values) => {
        const wrong = check(values)
        return wrong ? form.setErrors(wrong) : submit(values)
      })}
      onCancel={onCancel}
    >
      <Stack gap="sm">
        <PassphraseFields values={form.values} propsOf={(name) => form.getInputProps(name)} />
        <ul className={styles['points']}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Stack>
    </FormFrame>
  )
}
