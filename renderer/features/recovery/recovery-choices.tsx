import { Button } from '@mantine/core'
import type { Recovery } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import styles from './recovery.module.css'

export type RecoveryAction = Recovery['actions'][number]

type Props = {
  actions: readonly RecoveryAction[]
  isBusy: boolean
  onChoose: (action: RecoveryAction) => void
}

/** Those that put something in the place of the library. */
type AskedAction = Exclude<RecoveryAction, 'try_again' | 'export'>

/** What can be done, the gentlest first; each says what it does. */
export function RecoveryChoices({ actions, isBusy, onChoose }: Props) {
  const { t } = useTranslation('recovery')
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const choose = (action: RecoveryAction): void => {
    if (action === 'try_again' || action === 'export') onChoose(action)
    else setAsked(action)
  }
  return (
    <section aria-labelledby="recovery-choices">
      <h2 id="recovery-choices">{t('choices')}</h2>
      <ul className={styles['choices']}>
        {actions.map((action, at) => (
          <li key={action} className={styles['choice']}>
            <div className={styles['words']}>
              <h3 id={`recovery-${action}`}>{t(`titles.${action}`)}</h3>
              <p>{t(`texts.${action}`)}</p>
            </div>
            <Button
              variant={at === 0 ? 'filled' : 'default'}
              disabled={isBusy}
              aria-describedby={`recovery-${action}`}
              onClick={() => choose(action)}
            >
              {t(`buttons.${action}`)}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? t('question', { title: t(`titles.${asked}`) }) : ''}
        confirmLabel={asked ? t(`buttons.${asked}`) : ''}
        isBusy={false}
        isCalm
        onConfirm={() => {
          if (asked) onChoose(asked)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {asked ? t(`asks.${asked}`) : null}
      </ConfirmDialog>
    </section>
  )
}
