import type { Model } from 'earshot/client'
import { i18n } from '../i18n/i18n.ts'
import { formatBytes, formatNumber } from './format.ts'

export type ModelChoice = { value: string; label: string; disabled: boolean }

/** Models to choose from: installed ones first, each with its strengths. */
export function modelChoices(models: readonly Model[]): ModelChoice[] {
  return models
    .map((model) => ({
      value: model.id,
      label: i18n.t('parts:model.facts', { name: model.name, facts: factsOf(model) }),
      disabled: !model.is_installed,
    }))
    .toSorted((a, b) => Number(a.disabled) - Number(b.disabled))
}

function factsOf({ is_installed: isHere, bytes, measured_speed: measured, speed, quality }: Model) {
  if (!isHere) return i18n.t('parts:model.notInstalled', { size: formatBytes(bytes ?? 0) })
  const pace = measured
    ? i18n.t('parts:model.pace', { times: formatNumber(measured.times_real_time, 1) })
    : (speedWords(speed) ?? i18n.t('parts:model.notMeasured'))
  return [pace, qualityWords(quality)].filter(Boolean).join(', ')
}

const speeds = ['fastest', 'fast', 'medium', 'slow'] as const
const qualities = ['basic', 'good', 'better', 'high', 'best'] as const

/** The catalogue's speed in the page's language; unknown values are shown as they are. */
function speedWords(speed: string | null): string | null {
  const known = speeds.find((one) => one === speed)
  return known ? i18n.t(`parts:model.speeds.${known}`) : speed
}

/** "good" → "good quality". */
function qualityWords(quality: string | null): string | null {
  const known = qualities.find((one) => one === quality)
  return known ? i18n.t(`parts:model.qualities.${known}`) : quality
}
