import { Button } from '@mantine/core'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Prompt } from 'earshot/client'
import { PromptList } from '../features/prompts/prompt-list.tsx'
import { useDeletePrompt, usePrompts } from '../features/prompts/queries.ts'
import { useTrashUndo } from '../features/trash/queries.ts'
import { useAwaitedCommand } from '../ui/commands.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { PromptEditor } from './prompt-editor.tsx'

export function PromptsPage() {
  const { t } = useTranslation('prompts')
  /** What is edited; `new` makes one. */
  const [edited, setEdited] = useState<Prompt | 'new' | null>(null)
  const remove = useDeletePrompt()
  const offerUndo = useTrashUndo()
  useAwaitedCommand('prompt.new', () => setEdited('new'))
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          <Button leftSection={<Plus size={15} />} onClick={() => setEdited('new')}>
            {t('new')}
          </Button>
        }
      />
      <FormFailure message={remove.error ? asFailure(remove.error).message : null} />
      <Panel flush>
        <Prompts
          onEdit={setEdited}
          onDelete={(prompt) =>
            remove.mutate(prompt.id, { onSuccess: (item) => offerUndo(item, prompt.name) })
          }
        />
      </Panel>
      {edited ? (
        <PromptEditor prompt={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </>
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
