import { Button, CloseButton } from '@mantine/core'
import { Download, RotateCw, Sparkles, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './bulk-bar.module.css'

export type BulkChoice = 'delete' | 'transcribe' | 'analyse' | 'export'

type Props = {
  count: number
  /** Another bulk job is still running. */
  isBusy: boolean
  onChoose: (choice: BulkChoice) => void
  onClear: () => void
}

const choices = [
  { choice: 'analyse', Icon: Sparkles },
  { choice: 'export', Icon: Download },
  { choice: 'transcribe', Icon: RotateCw },
  { choice: 'delete', Icon: Trash2 },
] as const

/** Actions for the selected recordings. */
export function BulkBar({ count, isBusy, onChoose, onClear }: Props) {
  const { t } = useTranslation('content')
  if (count === 0) return null
  return (
    <div role="toolbar" aria-label={t('bulk.title')} className={styles['bar']}>
      <span className={styles['count']}>{t('bulk.chosen', { count })}</span>
      <div className={styles['actions']}>
        {choices.map(({ choice, Icon }) => (
          <Button
            key={choice}
            size="xs"
            variant="default"
            leftSection={<Icon size={14} />}
            disabled={isBusy}
            onClick={() => onChoose(choice)}
          >
            {t(`bulk.actions.${choice}`)}
          </Button>
        ))}
      </div>
      <CloseButton aria-label={t('bulk.clear')} onClick={onClear} />
    </div>
  )
}
