import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { languageChoices } from './languages.ts'
import { modelChoices } from './model-choices.ts'

type Field = {
  value?: string | null
  error?: React.ReactNode
  onChange?: (value: string | null) => void
}

type LanguageProps = Field & { fallback: string; canDetect?: boolean }

/**
 * The spoken language; null stands for `fallback`.
 * @param canDetect offers detection, for when `fallback` may be a language
 */
export function LanguageSelect({ fallback, canDetect = false, ...field }: LanguageProps) {
  const { t } = useTranslation('parts')
  const detect = canDetect ? [{ value: 'auto', label: t('speech.detect') }] : []
  return (
    <Select
      label={t('speech.language')}
      placeholder={fallback}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('speech.languageOf', { fallback }) }}
      nothingFoundMessage={t('speech.noLanguage')}
      data={[...detect, ...languageChoices()]}
      {...field}
    />
  )
}

type ModelProps = Field & { fallback: string; models: readonly Model[] }

/** Selects an installed speech model; null stands for `fallback`. */
export function ModelSelect({ fallback, models, ...field }: ModelProps) {
  const { t } = useTranslation('parts')
  return (
    <Select
      label={t('speech.model')}
      description={t('speech.modelAbout')}
      placeholder={fallback}
      clearable
      clearButtonProps={{ 'aria-label': t('speech.modelOf', { fallback }) }}
      data={modelChoices(models)}
      {...field}
    />
  )
}
