import { Button } from '@mantine/core'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import type { Prompt } from '../api/types.ts'
import { PromptList } from '../features/prompts/prompt-list.tsx'
import { useDeletePrompt, usePrompts } from '../features/prompts/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { PromptEditor } from './prompt-editor.tsx'

type Doing = { what: 'edit'; prompt: Prompt | null } | { what: 'delete'; prompt: Prompt } | null

export function PromptsPage() {
  const [doing, setDoing] = useState<Doing>(null)
  const close = () => setDoing(null)
  return (
    <>
      <PageHeader
        title="Prompts"
        meta="What an analysis asks of a recording, and the fields it answers in."
        actions={
          <Button
            leftSection={<Plus size={15} />}
            onClick={() => setDoing({ what: 'edit', prompt: null })}
          >
            New prompt
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
  const remove = useDeletePrompt()
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${prompt.name}”?`}
      confirmLabel="Delete prompt"
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() => remove.mutate(prompt.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      Analyses that were made with it stay.
    </ConfirmDialog>
  )
}

type ListProps = { onEdit: (prompt: Prompt) => void; onDelete: (prompt: Prompt) => void }

function Prompts({ onEdit, onDelete }: ListProps) {
  const { data, error, refetch } = usePrompts()
  if (error && !data) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title="The prompts did not load"
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows label="Loading prompts" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<FileText size={20} />} title="No prompts">
        The built-in prompts come back when the service is started again.
      </EmptyState>
    )
  }
  return <PromptList prompts={data} onEdit={onEdit} onDelete={onDelete} />
}
