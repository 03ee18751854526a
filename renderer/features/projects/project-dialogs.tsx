import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Project } from 'earshot/client'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProjectForm, type ProjectValues } from './project-form.tsx'
import type { NewProject } from './queries.ts'

type PromptChoice = { id: string; name: string }
type DialogProps = {
  isOpen: boolean
  onClose: () => void
  prompts: readonly PromptChoice[]
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

const blank = { name: '', description: '', default_prompt_id: null, auto_analyze: false }

export function NewProjectDialog({ isOpen, onClose, prompts, onSave }: DialogProps) {
  const { t } = useTranslation('projects')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('new.title')}>
      <ProjectForm
        initial={blank}
        prompts={prompts}
        submitLabel={t('new.create')}
        onSubmit={(values) => onSave(toBody(values))}
        onCancel={onClose}
      />
    </Modal>
  )
}

type DeleteProps = {
  isOpen: boolean
  onClose: () => void
  project: Project
  onDelete: () => Promise<unknown>
}

export function DeleteProjectDialog({ isOpen, onClose, project, onDelete }: DeleteProps) {
  const { t } = useTranslation('projects')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onDelete()
    } catch (error) {
      setFailure(asFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('remove.title', { name: project.name })}
      confirmLabel={t('remove.confirm')}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('remove.text', { count: project.content_count })}
    </ConfirmDialog>
  )
}
