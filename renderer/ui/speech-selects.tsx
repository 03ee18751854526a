import { Select } from '@mantine/core'
import type { Model } from '../api/types.ts'
import { languageChoices } from './languages.ts'
import { modelChoices } from './model-choices.ts'

type Field = {
  value?: string | null
  error?: React.ReactNode
  onChange?: (value: string | null) => void
}

/** The language that is spoken; null is what `fallback` says. */
export function LanguageSelect({ fallback, ...field }: Field & { fallback: string }) {
  return (
    <Select
      label="Language spoken"
      placeholder={fallback}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Language: ${fallback}` }}
      nothingFoundMessage="No language of this name"
      data={[...languageChoices]}
      {...field}
    />
  )
}

type ModelProps = Field & { fallback: string; models: readonly Model[] }

/** The weights that transcribe, those that are installed; null is what `fallback` says. */
export function ModelSelect({ fallback, models, ...field }: ModelProps) {
  return (
    <Select
      label="Speech model"
      description="Larger models make fewer mistakes and take longer"
      placeholder={fallback}
      clearable
      clearButtonProps={{ 'aria-label': `Model: ${fallback}` }}
      data={modelChoices(models)}
      {...field}
    />
  )
}
