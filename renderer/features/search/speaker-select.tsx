import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSpeakerNames } from './queries.ts'

type Props = {
  value: string | null
  project: string | undefined
  onChange: (name: string | null) => void
}

const waitMs = 150

/** Whose words are searched; the service looks names up, as there may be thousands. */
export function SpeakerSelect({ value, project, onChange }: Props) {
  const { t } = useTranslation('search')
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), waitMs)
  // The field holds the chosen name; then all names are offered again.
  const { data: names = [] } = useSpeakerNames(settled === value ? '' : settled, project)
  return (
    <Select
      label={t('speaker')}
      placeholder={t('allSpeakers')}
      searchable
      // Inside the page's main landmark, where screen readers look for it.
      comboboxProps={{ withinPortal: false }}
      clearable
      clearButtonProps={{ 'aria-label': t('allSpeakers') }}
      nothingFoundMessage={t('noSpeaker')}
      value={value}
      onChange={onChange}
      onSearchChange={setText}
      // Found by the service, which is blind to accents; the chosen name is a choice only where it fits.
      filter={({ options }) =>
        options.filter((one) => settled === value || ('value' in one && names.includes(one.value)))
      }
      data={value === null || names.includes(value) ? names : [value, ...names]}
    />
  )
}
