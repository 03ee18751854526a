import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { languageName } from '../../ui/languages.ts'
import styles from './model-list.module.css'

/** Size, memory, speed, licence: the facts for choosing a model. */
export function ModelFacts({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const isHere = model.is_installed || model.state.status === 'damaged'
  const size = model.bytes === null ? null : formatBytes(model.bytes)
  const facts = [
    size === null ? t('sizeUnknown') : isHere ? t('sizeHere', { size }) : t('size', { size }),
    t('memory', { size: formatMemory(model.memory_bytes) }),
    usePace(model),
    useReading(model),
    useQuality(model),
    useLanguages(model),
    t('licence', { name: model.licence }),
    model.project_count > 0 ? t('projects', { count: model.project_count }) : null,
  ]
  return (
    <ul className={styles['facts']}>
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
    </ul>
  )
}

function usePace({
  measured_speed: measured,
  writing_speed: writing,
  speed,
}: Model): string | null {
  const { t } = useTranslation('models')
  if (writing) {
    const { minutes_per_hour: minutes, written_tokens_per_second: pace } = writing
    return t('minutesPerHour', { minutes: formatNumber(minutes, 1), pace: formatNumber(pace, 0) })
  }
  if (measured) {
    const { times_real_time: times, recordings: count } = measured
    return t('pace', { times: formatNumber(times, 1), count })
  }
  return isKnown(speeds, speed) ? t(`speeds.${speed}`) : null
}

/** How a language model reads, once its test told. */
function useReading({ entrance_test: tested }: Model): string | null {
  const { t } = useTranslation('models')
  return tested === null ? null : t(`reads.${tested.reads}`)
}

/** Of language models nobody measured it: how one reads tells its test. */
function useQuality({ kind, quality }: Model): string | null {
  const { t } = useTranslation('models')
  if (kind === 'language-model') return null
  return isKnown(qualities, quality) ? t(`qualities.${quality}`) : null
}

function useLanguages({ kind, languages }: Model): string | null {
  const { t } = useTranslation('models')
  if (kind !== 'speech-to-text' && kind !== 'text-embedding') return null
  if (languages.includes('multilingual')) return t('languagesMany')
  return t('languagesSome', { list: languages.map(languageName).join(', ') })
}

const speeds = ['fastest', 'fast', 'medium', 'slow'] as const
const qualities = ['basic', 'good', 'better', 'high', 'best'] as const

const isKnown = <T extends string>(known: readonly T[], word: string | null): word is T =>
  known.some((one) => one === word)

const tones: Record<Model['fits']['verdict'], Tone> = {
  good: 'quiet',
  slow: 'warn',
  tight: 'warn',
  too_large: 'bad',
}

/** Whether this machine can run the model. */
export function FitsBadge({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { verdict } = model.fits
  const size = formatMemory(model.recommended_ram_bytes)
  return <Badge tone={tones[verdict]}>{t(`fits.${verdict}`, { size })}</Badge>
}

/** Formats memory in the units it is sold in: 17179869184 → "16 GB". */
export function formatMemory(bytes: number): string {
  const gigabytes = bytes / 2 ** 30
  if (gigabytes < 1) return `${formatNumber(bytes / 2 ** 20)} MB`
  const tenths = Math.round(gigabytes * 10) / 10
  return `${formatNumber(tenths, tenths < 10 && !Number.isInteger(tenths) ? 1 : 0)} GB`
}
