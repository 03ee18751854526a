import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './secret-field.module.css'

/** A secret value that is shown once, with a copy button. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('parts')
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <div className={styles['row']}>
        <code className={styles['value']} data-testid="secret-value">
          {value}
        </code>
        <CopyButton value={value} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <Check size={15} /> : <Copy size={15} />}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={styles['note']}>{t('secret.note')}</p>
    </div>
  )
}
