import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import type { ContentStatus } from '../../api/types.ts'
import { useText } from '../../ui/use-text.ts'
import styles from './search-form.module.css'

export type SearchValues = { q?: string; project?: string; status?: ContentStatus }

type Props = {
  values: SearchValues
  projects: readonly { id: string; name: string }[]
  onChange: (values: SearchValues) => void
}

/** Words and limits of a search; they are kept in the address. */
export function SearchForm({ values, projects, onChange }: Props) {
  const [text, setText] = useText(values.q)
  const change = (name: keyof SearchValues, value: string) => {
    const { [name]: _before, ...others } = values
    onChange(value ? { ...others, [name]: value } : others)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change('q', text.trim())
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <TextInput
        label="Words"
        description='"Quotes" find a phrase, -word leaves one out'
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.currentTarget.value)}
        className={styles['words'] ?? ''}
      />
      <NativeSelect
        label="Project"
        value={values.project ?? ''}
        onChange={(event) => change('project', event.currentTarget.value)}
        data={[
          { value: '', label: 'All projects' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Button type="submit" leftSection={<Search size={15} />}>
        Search
      </Button>
    </form>
  )
}
