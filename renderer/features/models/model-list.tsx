import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from 'earshot/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ModelActions } from './model-actions.tsx'
import { FitsBadge, ModelFacts } from './model-facts.tsx'
import styles from './model-list.module.css'
import { ModelState } from './model-state.tsx'
import type { ModelAct } from './queries.ts'

type Props = {
  title: string
  about: string
  models: readonly Model[]
  /** The model that an action is running on. */
  busyId: string | null
  action?: ReactNode
  onAct: (act: Exclude<ModelAct, 'remove'>, model: Model) => void
  onRemove: (model: Model) => void
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
export function ModelList({ title, about, models, busyId, action, ...acts }: Props) {
  return (
    <section aria-label={title} className={styles['kind']}>
      <div className={styles['kindHead']}>
        <div>
          <h2>{title}</h2>
          <p className={styles['note']}>{about}</p>
        </div>
        {action}
      </div>
      <ul className={styles['models']}>
        {models.map((model) => (
          <li key={model.id} className={styles['model']}>
            <div className={styles['text']}>
              <Head model={model} />
              <ModelFacts model={model} />
              <ModelState model={model} />
            </div>
            <ModelActions model={model} isBusy={busyId === model.id} {...acts} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Head({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { status } = model.state
  const used = model.kind === 'language-model' ? t('inUse') : t('isDefault')
  return (
    <div className={styles['head']}>
      <h3>{model.name}</h3>
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {model.is_default ? <Badge tone="ok">{used}</Badge> : null}
      <FitsBadge model={model} />
    </div>
  )
}
