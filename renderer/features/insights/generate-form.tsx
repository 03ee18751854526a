import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarDay } from '../../ui/format.ts'
import type { GenerateBody } from './queries.ts'
import styles from './generate-form.module.css'

const choices = [7, 30, 90, 365]
const chosen = 'chosen'
const dates = ['from', 'to', 'compared_from', 'compared_to'] as const
const usualDays = 30

type Days = Partial<Record<(typeof dates)[number], string>>
type Props = { isBusy: boolean; onGenerate: (body: GenerateBody) => void }

/** The days to cover, or two periods to compare, and the button that starts it. */
export function GenerateForm({ isBusy, onGenerate }: Props) {
  const { t } = useTranslation('insights')
  const [period, setPeriod] = useState(String(usualDays))
  const [days, setDays] = useState<Days>(lastDays)
  // Days are those of the person's calendar.
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
  const submit = () => {
    const named = Object.entries(days).filter(([, date]) => date !== '')
    const asked = period === chosen ? Object.fromEntries(named) : { lookback_days: Number(period) }
    onGenerate({ time_zone, ...asked })
  }
  return (
    <form
      className={styles['form']}
      data-chosen={period === chosen || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NativeSelect
        size="sm"
        aria-label={t('period.label')}
        value={period}
        data={[
          ...choices.map((count) => ({
            value: String(count),
            label: count === 365 ? t('period.year') : t('period.days', { count }),
          })),
          { value: chosen, label: t('period.chosen') },
        ]}
        onChange={(event) => setPeriod(event.currentTarget.value)}
      />
      {period === chosen
        ? dates.map((name) => (
            <TextInput
              key={name}
              type="date"
              size="sm"
              label={t(`period.${name}`)}
              required={name === 'from' || name === 'to'}
              withAsterisk={false}
              value={days[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setDays((before) => ({ ...before, [name]: value }))
              }
            />
          ))
        : null}
      <Button type="submit" leftSection={<Sparkles size={15} />} loading={isBusy}>
        {t('generate')}
      </Button>
      {period === chosen ? <p className={styles['about']}>{t('period.about')}</p> : null}
    </form>
  )
}

/** To begin with: what the usual period would be. */
function lastDays(): Days {
  const now = new Date()
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - usualDays)
  return { from: calendarDay(first), to: calendarDay(now) }
}
