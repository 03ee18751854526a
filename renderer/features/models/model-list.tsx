import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ModelActions } from './model-actions.tsx'
import { FitsBadge, ModelFacts } from './model-facts.tsx'
import { ModelFigures } from './model-figures.tsx'
import styles from './model-list.module.css'
import { ModelState } from './model-state.tsx'
import type { ModelAct } from './queries.ts'

type Props = {
  /** Where links to this list lead. */
  id?: string
  title: string
  about: string
  models: readonly Model[]
  /** The model that an action is running on. */
  busyId: string | null
  action?: ReactNode
  /** Shown below the list, such as further models of the kind. */
  children?: ReactNode
  /** What a model is recommended as, if it is. */
  labelOf?: (model: Model) => string | undefined
  onAct?: ((act: Exclude<ModelAct, 'remove'>, model: Model) => void) | undefined
  onRemove?: ((model: Model) => void) | undefined
  onChoose?: ((model: Model) => void) | undefined
}

const tones: Record<Model['state']['status'], Tone> = {
  missing: 'quiet',
  installing: 'busy',
  verifying: 'busy',
  installed: 'ok',
  damaged: 'bad',
}

/** The models of one kind, with their states and actions. */
export function ModelList({ id, title, about, action, children, ...rows }: Props) {
  return (
    <section id={id} aria-label={title} className={styles['kind']}>
      <div className={styles['kindHead']}>
        <div>
          <h2>{title}</h2>
          <p className={styles['note']}>{about}</p>
        </div>
        {action}
      </div>
      <ModelRows {...rows} />
      {children}
    </section>
  )
}

type RowsProps = Omit<Props, 'id' | 'title' | 'about' | 'action' | 'children'>

export function ModelRows({ models, busyId, labelOf, ...acts }: RowsProps) {
  return (
    <ul className={styles['models']}>
      {models.map((model) => (
        <li key={model.id} className={styles['model']}>
          <div className={styles['text']}>
            <Head model={model} label={labelOf?.(model)} />
            <ModelFacts model={model} />
            {model.kind === 'language-model' ? <ModelFigures modelId={model.id} /> : null}
            <ModelState model={model} />
          </div>
          <ModelActions model={model} isBusy={busyId === model.id} {...acts} />
        </li>
      ))}
    </ul>
  )
}

function Head({ model, label }: { model: Model; label: string | undefined }) {
  const { t } = useTranslation('models')
  const { status } = model.state
  const used = model.kind === 'language-model' ? t('inUse') : t('isDefault')
  return (
    <div className={styles['head']}>
      <h3>{model.name}</h3>
      {label ? <Badge tone="busy">{label}</Badge> : null}
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {model.is_default ? <Badge tone="ok">{used}</Badge> : null}
      <FitsBadge model={model} />
    </div>
  )
}
