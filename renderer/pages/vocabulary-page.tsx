import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useOrganization } from '../features/org/queries.ts'
import { VocabularyForm, VocabularyList } from '../features/org/vocabulary-form.tsx'
import { access } from '../session-store.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'

export function VocabularyPage() {
  const { t } = useTranslation('org')
  return (
    <>
      <PageHeader title={t('vocabulary.title')} meta={t('vocabulary.about')} />
      <Panel>
        <Vocabulary />
      </Panel>
    </>
  )
}

function Vocabulary() {
  const { t } = useTranslation('org')
  const { data, error, refetch } = useOrganization()
  if (error && !data) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title={t('vocabulary.failed')}
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <LoadingRows label={t('vocabulary.loading')} />
  const Part = access().isAdmin ? VocabularyForm : VocabularyList
  return <Part key={data.id} organization={data} />
}
