import { Button } from '@mantine/core'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Prompt, TrashItem } from 'earshot/client'
import { PromptList } from '../features/prompts/prompt-list.tsx'
import { useDeletePrompt, usePrompts } from '../features/prompts/queries.ts'
import { useTrashUndo } from '../features/trash/queries.ts'
import { useAwaitedCommand } from '../ui/commands.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { PromptEditor } from './prompt-editor.tsx'

type Doing = { what: 'edit'; prompt: Prompt | null } | { what: 'delete'; prompt: Prompt } | null

export function PromptsPage() {
  const { t } = useTranslation('prompts')
  const [doing, setDoing] = useState<Doing>(null)
  const close = () => setDoing(null)
  useAwaitedCommand('prompt.new', () => setDoing({ what: 'edit', prompt: null }))
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          <Button
            leftSection={<Plus size={15} />}
            onClick={() => setDoing({ what: 'edit', prompt: null })}
          >
            {t('new')}
          </Button>
        }
      />
      <Panel flush>
        <Prompts
          onEdit={(prompt) => setDoing({ what: 'edit', prompt })}
          onDelete={(prompt) => setDoing({ what: 'delete', prompt })}
        />
      </Panel>
      {doing?.what === 'edit' ? <PromptEditor prompt={doing.prompt} onClose={close} /> : null}
      {doing?.what === 'delete' ? <DeletePrompt prompt={doing.prompt} onClose={close} /> : null}
    </>
  )
}

function DeletePrompt({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const remove = useDeletePrompt()
  const offerUndo = useTrashUndo()
  const onSuccess = (item: TrashItem) => {
    onClose()
    offerUndo(item, prompt.name)
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteTitle', { name: prompt.name })}
      confirmLabel={t('deleteConfirm')}
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() => remove.mutate(prompt.id, { onSuccess })}
      onClose={onClose}
    >
      {t('deleteAbout')}
    </ConfirmDialog>
  )
}

type ListProps = { onEdit: (prompt: Prompt) => void; onDelete: (prompt: Prompt) => void }

function Prompts({ onEdit, onDelete }: ListProps) {
  const { t } = useTranslation('prompts')
  const { data, error, refetch } = usePrompts()
  if (error && !data) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title={t('notLoaded')}
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows label={t('loading')} />
  if (data.length === 0) {
    return (
      <EmptyState icon={<FileText size={20} />} title={t('none')}>
        {t('noneAbout')}
      </EmptyState>
    )
  }
  return <PromptList prompts={data} onEdit={onEdit} onDelete={onDelete} />
}
