import { CopyToClipboard } from './copy-to-clipboard.tsx'
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
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <div className={styles['row']}>
        <code className={styles['value']} data-testid={testId}>
          {value}
        </code>
        <CopyToClipboard value={value} label={copyLabel} />
      </div>
      {note ? <p className={styles['note']}>{note}</p> : null}
    </div>
  )
}
