import type { Model } from '../api/types.ts'
import { formatBytes } from './format.ts'

export type ModelChoice = { value: string; label: string; disabled: boolean }

/** Models to choose from: those that are here first, and what speaks for each. */
export function modelChoices(models: readonly Model[]): ModelChoice[] {
  return models
    .map((model) => ({
      value: model.id,
      label: `${model.name} – ${factsOf(model)}`,
      disabled: !model.is_installed,
    }))
    .toSorted((a, b) => Number(a.disabled) - Number(b.disabled))
}

function factsOf({ is_installed: isHere, bytes, measured_speed: measured, speed, quality }: Model) {
  if (!isHere) return `not installed, ${formatBytes(bytes)}`
  const pace = measured
    ? `${measured.times_real_time.toFixed(1)}× real time here`
    : (speed ?? 'not measured yet')
  return [pace, quality && `${quality} quality`].filter(Boolean).join(', ')
}
