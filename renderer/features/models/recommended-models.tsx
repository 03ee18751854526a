import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { ModelRows } from './model-list.tsx'
import { useModelAct, useModelNews, useModels } from './queries.ts'
import { sortLanguageModels } from './recommended.ts'

/** The language models for this machine, each installed with one press; shown in the first steps. */
export function RecommendedModels() {
  const { t } = useTranslation('models')
  const { data, error, refetch } = useModels()
  useModelNews(data)
  const act = useModelAct()
  if (error && !data) {
    const { message, code } = asFailure(error)
    const retry = () => void refetch()
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!data) return <LoadingRows rows={3} label={t('loading')} />
  const { shown, recommendationOf } = sortLanguageModels(data)
  return (
    <>
      <FormFailure message={act.error ? asFailure(act.error).message : null} />
      <ModelRows
        models={shown}
        busyId={act.isPending ? act.variables.model.id : null}
        labelOf={(model) => {
          const recommendation = recommendationOf.get(model.id)
          return recommendation && t(`recommended.${recommendation}`)
        }}
        onAct={(name, model) => act.mutate({ act: name, model })}
      />
    </>
  )
}
