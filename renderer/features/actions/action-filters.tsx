import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionFilter, ActionState } from './queries.ts'
import styles from './action-list.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  filter: ActionFilter
  /** Names to choose from. */
  owners: readonly string[]
  onChange: (filter: ActionFilter) => void
}

const states: readonly (ActionState | 'all')[] = ['all', 'open', 'overdue', 'done']

/** Filters for the action items; the screen's address holds both. */
export function ActionFilters({ filter, owners, onChange }: Props) {
  const { t } = useTranslation('insights')
  const { state, owner } = filter
  const ofOwner = owner === undefined ? {} : { owner }
  const ofState = state === undefined ? {} : { state }
  return (
    <div className={styles['filters']}>
      <SegmentedControl
        size="xs"
        aria-label={t('actions.filter')}
        value={state ?? 'all'}
        data={states.map((value) => ({ value, label: t(`actions.states.${value}`) }))}
        onChange={(value) => {
          const chosen = states.find((one) => one === value)
          onChange({ ...ofOwner, ...(chosen && chosen !== 'all' ? { state: chosen } : {}) })
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('actions.owner')}
        value={owner ?? ''}
        data={[
          { value: '', label: t('actions.anyone') },
          ...owners.map((name) => ({ value: name, label: speakerName(name) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...ofState, ...(value ? { owner: value } : {}) })
        }
      />
    </div>
  )
}
