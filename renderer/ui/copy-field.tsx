import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './copy-field.module.css'

type Props = {
  label: string
  value: string
  note?: string
  /** The name of the button where several stand together. */
  copyLabel?: string
  testId?: string
}

/** A value to be pasted elsewhere, with a copy button. */
export function CopyField({ label, value, note, copyLabel, testId }: Props) {
  const { t } = useTranslation('parts')
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <div className={styles['row']}>
        <code className={styles['value']} data-testid={testId}>
          {value}
        </code>
        <CopyButton value={value} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              aria-label={copied ? t('copied') : copyLabel}
              onClick={copy}
              leftSection={copied ? <Check size={15} /> : <Copy size={15} />}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      {note ? <p className={styles['note']}>{note}</p> : null}
    </div>
  )
}
