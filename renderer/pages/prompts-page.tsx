import { FileText } from 'lucide-react'
import { asFailure } from '../api/failure.ts'
import { PromptList } from '../features/prompts/prompt-list.tsx'
import { usePrompts } from '../features/prompts/queries.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

export function PromptsPage() {
  return (
    <>
      <PageHeader
        title="Prompts"
        meta="What an analysis asks of a recording, and the fields it answers in."
      />
      <Panel flush>
        <Prompts />
      </Panel>
    </>
  )
}

function Prompts() {
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
  return <PromptList prompts={data} />
}
