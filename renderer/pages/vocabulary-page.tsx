import { asFailure } from '../api/failure.ts'
import { useOrganization } from '../features/org/queries.ts'
import { VocabularyForm } from '../features/org/vocabulary-form.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'

export function VocabularyPage() {
  return (
    <>
      <PageHeader
        title="Vocabulary"
        meta="Names and terms that all projects speak of. A project can have more in its settings."
      />
      <Panel>
        <Vocabulary />
      </Panel>
    </>
  )
}

function Vocabulary() {
  const { data, error, refetch } = useOrganization()
  if (error && !data) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title="The vocabulary did not load"
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows label="Loading the vocabulary" />
  return <VocabularyForm key={data.id} organization={data} />
}
