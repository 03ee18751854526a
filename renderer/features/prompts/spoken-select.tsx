import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Prompt } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'

/** What the built-in analyser fills depends on the language of the recordings. */
export type Spoken = keyof Prompt['built_in']

const all = ['en', 'de', 'other'] as const

/** French stands for the languages that the analyser knows alike. */
export const codeOf = (spoken: Spoken): string => (spoken === 'other' ? 'fr' : spoken)

export const spokenHere = (): Spoken => (i18n.language.startsWith('de') ? 'de' : 'en')

type Props = { value: Spoken; onChange: (spoken: Spoken) => void }

export function SpokenSelect({ value, onChange }: Props) {
  const { t } = useTranslation('prompts')
  return (
    <NativeSelect
      size="xs"
      maw={220}
      label={t('answered.spoken')}
      value={value}
      data={all.map((spoken) => ({ value: spoken, label: t(`answered.languages.${spoken}`) }))}
      onChange={({ currentTarget }) =>
        onChange(all.find((spoken) => spoken === currentTarget.value) ?? 'en')
      }
    />
  )
}
