import { Button, NativeSelect } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import styles from './generate-form.module.css'

const choices = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 365 ? 'The last year' : `The last ${days} days`,
}))

type Props = { isBusy: boolean; onGenerate: (lookbackDays: number) => void }

/** Over which days to look, and the button that starts it. */
export function GenerateForm({ isBusy, onGenerate }: Props) {
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
        aria-label="Period"
        value={days}
        data={choices}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<Sparkles size={15} />} loading={isBusy}>
        Generate
      </Button>
    </form>
  )
}
