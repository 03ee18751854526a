import { Button, CopyButton, type ButtonProps } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

type Props = Pick<ButtonProps, 'size'> & {
  value: string
  /** The name of the button where several stand together. */
  label?: string | undefined
  'data-autofocus'?: boolean
}

/** Copies a value, and says for two seconds that it did. */
export function CopyToClipboard({ value, label, ...button }: Props) {
  const { t } = useTranslation('parts')
  const iconSize = button.size === 'compact-xs' ? 13 : 15
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          {...button}
          variant="default"
          aria-label={copied ? t('copied') : label}
          onClick={copy}
          leftSection={copied ? <Check size={iconSize} /> : <Copy size={iconSize} />}
        >
          {copied ? t('copied') : t('copy')}
        </Button>
      )}
    </CopyButton>
  )
}
