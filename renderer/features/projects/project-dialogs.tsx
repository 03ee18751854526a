import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProjectForm, type ProjectValues } from './project-form.tsx'
import type { NewProject } from './queries.ts'
import { usualPromptOfPerson } from './usual-prompt.ts'

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  prompts: Parameters<typeof usualPromptOfPerson>[0]
  onSave: (body: NewProject) => Promise<unknown>
}

const toBody = (values: ProjectValues): NewProject => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  settings: {
    default_prompt_id: values.default_prompt_id,
    auto_analyze: values.auto_analyze,
  },
})

const blank = { name: '', description: '', auto_analyze: true }

export function NewProjectDialog({ isOpen, onClose, prompts, onSave }: DialogProps) {
  const { t } = useTranslation('projects')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('new.title')}>
      <ProjectForm
        initial={{ ...blank, default_prompt_id: usualPromptOfPerson(prompts) }}
        prompts={prompts}
        submitLabel={t('new.create')}
        onSubmit={(values) => onSave(toBody(values))}
        onCancel={onClose}
      />
    </Modal>
  )
}
