import { Button, NativeSelect } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './generate-form.module.css'

const choices = [7, 30, 90, 365]

type Props = { isBusy: boolean; onGenerate: (lookbackDays: number) => void }

/** The dates to cover, and the button that starts it. */
export function GenerateForm({ isBusy, onGenerate }: Props) {
  const { t } = useTranslation('insights')
  const [days, setDays] = useState('30')
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onGenerate(Number(days))
      }}
    >
      <NativeSelect
        size="sm"
        aria-label={t('period.label')}
        value={days}
        data={choices.map((count) => ({
          value: String(count),
          label: count === 365 ? t('period.year') : t('period.days', { count }),
        }))}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<Sparkles size={15} />} loading={isBusy}>
        {t('generate')}
      </Button>
    </form>
  )
}
