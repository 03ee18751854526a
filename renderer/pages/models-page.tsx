import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Model } from 'earshot/client'
import { useMachine } from '../features/machine/queries.ts'
import { AddModelForm } from '../features/models/add-model-form.tsx'
import { GraphicsNotice } from '../features/machine/graphics-notice.tsx'
import { formatMemory } from '../features/models/model-facts.tsx'
import { BuiltInFigures, ModelFigures } from '../features/models/model-figures.tsx'
import { ModelServers } from '../features/model-servers/model-servers.tsx'
import { ModelList, ModelRows } from '../features/models/model-list.tsx'
import { useModelAct, useModelNews, useModels, type ModelAct } from '../features/models/queries.ts'
import { sortLanguageModels } from '../features/models/recommended.ts'
import { RemoveModelDialog } from '../features/models/remove-dialog.tsx'
import { useOrganization, useUpdateOrganization } from '../features/org/queries.ts'
import { access } from '../session-store.ts'
import { announce } from '../ui/announcer.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './models-page.module.css'

export function ModelsPage() {
  const { t } = useTranslation('models')
  const machine = useMachine().data
  const cores = t('cores', { count: machine?.cores ?? 0 })
  const memory = formatMemory(machine?.memory_bytes ?? 0)
  const { name = null, failed = null } = machine?.speech_processor ?? {}
  const speechOn = name ? t('onGpu', { name }) : failed ? t('gpuFailed', { name: failed }) : ''
  const writer = machine?.writing_processor?.name
  const writesOn = writer ? t('graphics.writesOn', { name: writer }) : ''
  const managed = access().isOperator ? '' : t('managed')
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={machine ? `${t('about', { memory, cores })} ${speechOn} ${writesOn} ${managed}` : ' '}
      />
      <GraphicsNotice />
      <Models />
    </>
  )
}

function Models() {
  const { t } = useTranslation('models')
  const { data, error, refetch } = useModels()
  useModelNews(data)
  if (error && !data) {
    const { message, code } = asFailure(error)
    const retry = () => void refetch()
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!data) return <LoadingRows rows={8} label={t('loading')} />
  return <Kinds models={data} />
}

/** Installed models first, then by size. */
const inOrder = (models: readonly Model[], ...kinds: Model['kind'][]): Model[] =>
  models
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted(
      (a, b) => Number(b.is_installed) - Number(a.is_installed) || a.memory_bytes - b.memory_bytes,
    )

function Kinds({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('models')
  const act = useModelAct()
  const [removing, setRemoving] = useState<Model | null>(null)
  const defaults = useDefaults()
  const onAct = (name: Exclude<ModelAct, 'remove'>, model: Model) =>
    act.mutate({ act: name, model })
  const remove = (model: Model) =>
    act.mutate({ act: 'remove', model }, { onSuccess: () => setRemoving(null) })
  const { isAdmin, isOperator } = access()
  const { shown, others, recommendationOf } = sortLanguageModels(models)
  const chooseLanguage = isAdmin
    ? (model: Model) => defaults.choose({ language_model: model.id }, model.name)
    : undefined
  const chooseSpeech = (model: Model) => defaults.choose({ speech_model: model.id }, model.name)
  const failure = act.error ?? defaults.error
  const words = failure ? asFailure(failure).message : null
  const shared = {
    busyId: act.isPending ? (act.variables?.model.id ?? null) : null,
    ...(isOperator && {
      onAct,
      onRemove: (model: Model) => {
        act.reset()
        setRemoving(model)
      },
    }),
  }
  return (
    <>
      <FormFailure message={removing ? null : words} />
      <ModelList
        {...shared}
        id="language-models"
        title={t('language.title')}
        about={defaults.isAutomatic ? t('automaticAbout') : t('language.about')}
        models={shown}
        labelOf={({ id }) => {
          const recommendation = recommendationOf.get(id)
          return recommendation && t(`recommended.${recommendation}`)
        }}
        action={
          defaults.isAutomatic || !isAdmin ? undefined : (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => defaults.choose({ language_model: null }, t('automatic'))}
            >
              {t('automatic')}
            </Button>
          )
        }
        onChoose={chooseLanguage}
      >
        {others.length > 0 ? (
          <More label={t('moreLanguage', { count: others.length })}>
            <ModelRows {...shared} models={others} onChoose={chooseLanguage} />
          </More>
        ) : null}
        {isOperator ? (
          <More label={t('add.title')}>
            <AddModelForm />
          </More>
        ) : null}
        <BuiltInFigures />
        {isOperator ? <ModelServers figuresOf={showFigures} /> : null}
      </ModelList>
      <ModelList
        {...shared}
        title={t('speech.title')}
        about={t('speech.about')}
        models={inOrder(models, 'speech-to-text')}
        onChoose={isAdmin ? chooseSpeech : undefined}
      />
      <More label={t('more')}>
        <ModelList
          {...shared}
          title={t('speakers.title')}
          about={t('speakers.about')}
          models={inOrder(models, 'voice-activity', 'speaker-embedding', 'speaker-segmentation')}
        />
        <ModelList
          {...shared}
          title={t('meaning.title')}
          about={t('meaning.about')}
          models={inOrder(models, 'text-embedding')}
        />
      </More>
      <RemoveModelDialog
        model={removing}
        isBusy={act.isPending}
        failure={words}
        onConfirm={remove}
        onClose={() => setRemoving(null)}
      />
    </>
  )
}

const showFigures = (modelId: string) => <ModelFigures modelId={modelId} />

function More({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles['more']}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

type DefaultModels = { speech_model?: string | null; language_model?: string | null }

/**
 * The organization's chosen models; the service reports for each model whether it is the default.
 */
function useDefaults() {
  const { t } = useTranslation('models')
  const organization = useOrganization().data
  const update = useUpdateOrganization()
  return {
    error: update.error,
    isAutomatic: !organization?.settings.language_model,
    choose: (settings: DefaultModels, name: string) =>
      update.mutate({ settings }, { onSuccess: () => announce(t('said.chosen', { name })) }),
  }
}
