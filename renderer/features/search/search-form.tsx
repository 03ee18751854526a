import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentStatus } from '../../api/types.ts'
import { FilterButton } from '../../ui/filter-button.tsx'
import { useText } from '../../ui/use-text.ts'
import { SpeakerSelect } from './speaker-select.tsx'
import styles from './search-form.module.css'

export type SearchValues = {
  q?: string
  project?: string
  status?: ContentStatus
  speaker?: string
  from?: string
  to?: string
}

type Props = {
  values: SearchValues
  projects: readonly { id: string; name: string }[]
  onChange: (values: SearchValues) => void
}

const statuses = ['uploaded', 'processing', 'completed', 'failed'] as const

/** The words of a search, and behind a button its filters; kept in the address. */
export function SearchForm({ values, projects, onChange }: Props) {
  const { t } = useTranslation('search')
  const [text, setText] = useText(values.q)
  const change = (name: keyof SearchValues, value: string) => {
    const { [name]: _before, ...others } = values
    onChange(value ? { ...others, [name]: value } : others)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change('q', text.trim())
  }
  const { q, project, status, speaker, from, to } = values
  return (
    <form onSubmit={submit} className={styles['form']}>
      <TextInput
        aria-label={t('words')}
        placeholder={t('words')}
        size="md"
        leftSection={<Search size={17} aria-hidden="true" />}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.currentTarget.value)}
        className={styles['words'] ?? ''}
      />
      <FilterButton
        size="md"
        count={[project, status, speaker, from, to].filter(Boolean).length}
        onClear={() => onChange(q ? { q } : {})}
      >
        <NativeSelect
          label={t('project')}
          value={project ?? ''}
          onChange={(event) => change('project', event.currentTarget.value)}
          data={[
            { value: '', label: t('allProjects') },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          label={t('state')}
          value={status ?? ''}
          onChange={(event) => change('status', event.currentTarget.value)}
          data={[
            { value: '', label: t('allStates') },
            ...statuses.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        <SpeakerSelect
          value={speaker ?? null}
          project={project}
          onChange={(name) => change('speaker', name ?? '')}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(name)}
            value={values[name] ?? ''}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
      </FilterButton>
      <Button type="submit" size="md" className={styles['submit'] ?? ''}>
        {t('search')}
      </Button>
    </form>
  )
}
