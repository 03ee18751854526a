import { useId, type ReactNode } from 'react'
import { CopyToClipboard } from './copy-to-clipboard.tsx'
import styles from './code-block.module.css'

type Props = {
  title: string
  /** The title's level under what stands above the block. */
  heading?: 'h2' | 'h3'
  text: string
  /** Text to copy instead of the text shown. */
  copied?: string
  copyLabel: string
  tools?: ReactNode
  note?: string
}

/** A block of code with a copy button. */
export function CodeBlock({ title, heading = 'h3', text, copied = text, ...more }: Props) {
  const { copyLabel, tools, note } = more
  const Heading = heading
  const titleId = useId()
  return (
    <div className={styles['block']}>
      <div className={styles['head']}>
        <Heading id={titleId} className={styles['title']}>
          {title}
        </Heading>
        <div className={styles['tools']}>
          {tools}
          <CopyToClipboard value={copied} label={copyLabel} size="compact-xs" />
        </div>
      </div>
      {/* Focusable, so it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles['scroll']} aria-labelledby={titleId} tabIndex={0}>
        <pre className={styles['code']}>{text}</pre>
      </section>
      {note ? <p className={styles['note']}>{note}</p> : null}
    </div>
  )
}
