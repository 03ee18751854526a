import { NumberInput, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Organization } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useUpdateOrganization } from './queries.ts'

/** The owner's own limits, and how much of them is used. */
export function UsagePanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings')
  const { transcription_minutes: minutes, storage_gb: storage } = organization.usage
  return (
    <Stack gap="lg" maw={520}>
      <p>{t('usage.about')}</p>
      <Amount
        label={t('usage.minutes')}
        text={t('usage.minutesOf', {
          used: formatNumber(minutes.used),
          limit: formatNumber(minutes.limit),
        })}
        share={shareOf(minutes)}
      />
      <p>{t('usage.resets', { date: formatDate(minutes.resets_at) })}</p>
      <Amount
        label={t('usage.storage')}
        text={t('usage.storageOf', {
          used: formatNumber(storage.used, storage.used < 10 ? 2 : 0),
          limit: formatNumber(storage.limit),
        })}
        share={shareOf(storage)}
      />
      <Limits minutes={minutes.limit} storage={storage.limit} />
    </Stack>
  )
}

const shareOf = ({ used, limit }: { used: number; limit: number }): number =>
  limit > 0 ? used / limit : 1

function Amount({ label, text, share }: { label: string; text: string; share: number }) {
  return (
    <div>
      <h2>{label}</h2>
      <p>{text}</p>
      <ProgressBar label={label} share={share} />
    </div>
  )
}

function Limits(props: { minutes: number; storage: number }) {
  const { t } = useTranslation('settings')
  const [minutes, setMinutes] = useState<number | string>(props.minutes)
  const [storage, setStorage] = useState<number | string>(props.storage)
  const update = useUpdateOrganization()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const usage = {
      transcription_minutes: { limit: Number(minutes) },
      storage_gb: { limit: Number(storage) },
    }
    update.mutate({ usage }, { onSuccess: () => announce(t('saved')) })
  }
  return (
    <FormFrame
      failure={update.error ? asFailure(update.error).message : null}
      submitLabel={t('usage.save')}
      isBusy={update.isPending}
      onSubmit={save}
    >
      <NumberInput
        label={t('usage.minutesLimit')}
        min={0}
        value={minutes}
        onChange={setMinutes}
        hideControls
      />
      <NumberInput
        label={t('usage.storageLimit')}
        min={0}
        value={storage}
        onChange={setStorage}
        hideControls
      />
    </FormFrame>
  )
}
