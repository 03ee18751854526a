import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import styles from './secret-field.module.css'

/** A value that is shown this once, with a way to take it along. */
export function SecretField({ label, value }: { label: string; value: string }) {
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
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={styles['note']}>
        It is shown this once. Keep it in a safe place; it can be replaced, but not read again.
      </p>
    </div>
  )
}
