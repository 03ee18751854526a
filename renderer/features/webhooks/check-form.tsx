import { Button, PasswordInput, Textarea } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Pasted } from './check-delivery.ts'
import styles from './check-form.module.css'

type Props = { value: Pasted; onChange: (value: Pasted) => void; onClear: () => void }

/**
 * Takes the request as received. Nothing is sent, and the browser does not store the secret field.
 */
export function CheckForm({ value, onChange, onClear }: Props) {
  const { t } = useTranslation('webhooks')
  const field = (name: keyof Pasted) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
    className: styles['code'] ?? '',
    spellCheck: false,
    autoComplete: 'off',
  })
  return (
    <div className={styles['form']}>
      <Textarea
        label={t('check.headers')}
        description={t('check.headersAbout')}
        placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795339800\nwebhook-signature: v1,…'}
        autosize
        minRows={4}
        maxRows={8}
        {...field('headers')}
      />
      <Textarea
        label={t('check.body')}
        description={t('check.bodyAbout')}
        placeholder='{"id":"evt_…","event":"transcription.completed",…}'
        autosize
        minRows={6}
        maxRows={14}
        {...field('body')}
      />
      <PasswordInput
        label={t('check.secret')}
        description={t('check.secretAbout')}
        placeholder="whsec_…"
        visibilityToggleButtonProps={{ 'aria-label': t('check.showSecret'), tabIndex: 0 }}
        {...field('secret')}
      />
      <div className={styles['foot']}>
        <p className={styles['note']}>
          <ShieldCheck size={15} aria-hidden="true" />
          {t('check.stays')}
        </p>
        <Button size="xs" variant="default" onClick={onClear}>
          {t('check.clear')}
        </Button>
      </div>
    </div>
  )
}
