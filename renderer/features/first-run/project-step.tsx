import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StepFrame } from './step-frame.tsx'

type Props = {
  isBusy: boolean
  failure: string | null
  onCreate: (name: string) => void
  onBack: () => void
}

export function ProjectStep({ isBusy, failure, onCreate, onBack }: Props) {
  const { t } = useTranslation('firstRun')
  const [name, setName] = useState<string>(() => t('project.proposal'))
  const create = (event: FormEvent) => {
    event.preventDefault()
    onCreate(name)
  }
  return (
    <StepFrame step="project" title={t('project.title')} text={t('project.text')}>
      <form onSubmit={create} noValidate>
        <TextInput
          label={t('project.name')}
          value={name}
          error={failure}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group mt="lg" gap="xs">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('project.create')}
          </Button>
        </Group>
      </form>
    </StepFrame>
  )
}
