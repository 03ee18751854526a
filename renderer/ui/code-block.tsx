import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { t } = useTranslation('parts')
  const titleId = useId()
  return (
    <div className={styles['block']}>
      <div className={styles['head']}>
        <Heading id={titleId} className={styles['title']}>
          {title}
        </Heading>
        <div className={styles['tools']}>
          {tools}
          <CopyButton value={copied} timeout={2_000}>
            {({ copied: isCopied, copy }) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={isCopied ? t('copied') : copyLabel}
                onClick={copy}
                leftSection={isCopied ? <Check size={13} /> : <Copy size={13} />}
              >
                {isCopied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
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
