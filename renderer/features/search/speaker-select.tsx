import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSpeakerNames } from './queries.ts'
import { speakerName, storedSpeaker } from '../../ui/own-words.ts'

type Props = {
  value: string | null
  project: string | undefined
  onChange: (name: string | null) => void
}

const waitMs = 150

/** Restricts the search to one speaker; the service looks names up, as there may be thousands. */
export function SpeakerSelect({ value, project, onChange }: Props) {
  const { t } = useTranslation('search')
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(storedSpeaker(text.trim()), waitMs)
  // While the field shows the chosen name, offer all names again.
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
      // The service has already filtered, ignoring accents; the chosen name only
      // stays if it matches.
      filter={({ options }) =>
        options.filter((one) => settled === value || ('value' in one && names.includes(one.value)))
      }
      data={(value === null || names.includes(value) ? names : [value, ...names]).map((name) => ({
        value: name,
        label: speakerName(name),
      }))}
    />
  )
}
