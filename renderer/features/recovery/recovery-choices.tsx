import { Button, NativeSelect } from '@mantine/core'
import type { RecoveryInput, Recovery } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import styles from './recovery.module.css'

type RecoveryAction = Recovery['actions'][number]

type Props = {
  actions: readonly RecoveryAction[]
  backups: Recovery['backups']
  isBusy: boolean
  onChoose: (order: RecoveryInput) => void
}

/** Those that put something in the place of the library. */
type AskedAction = Exclude<RecoveryAction, 'try_again' | 'export'>

/** What can be done, the gentlest first; each says what it does. */
export function RecoveryChoices({ actions, backups, isBusy, onChoose }: Props) {
  const { t } = useTranslation('recovery')
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const labelOf = (one: Recovery['backups'][number]): string =>
    t(one.includes_media ? 'backupWithRecordings' : 'backupWithout', {
      when: formatDateTime(one.created_at),
      size: formatBytes(one.size_bytes),
    })
  const [backup = backups[0]?.id, setBackup] = useState<string>()
  const choose = (action: RecoveryAction): void => {
    if (action === 'try_again' || action === 'export') onChoose({ action })
    else setAsked(action)
  }
  const confirm = (action: AskedAction): void => {
    onChoose(action === 'restore_backup' && backup ? { action, backup } : { action })
    setAsked(null)
  }
  const possible = actions.filter((action) => action !== 'restore_backup' || backups.length > 0)
  return (
    <section aria-labelledby="recovery-choices">
      <h2 id="recovery-choices">{t('choices')}</h2>
      <ul className={styles['choices']}>
        {possible.map((action, at) => (
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
        onConfirm={() => asked && confirm(asked)}
        onClose={() => setAsked(null)}
      >
        {asked ? t(`asks.${asked}`) : null}
        {asked === 'restore_backup' ? (
          <NativeSelect
            label={t('backup')}
            value={backup ?? ''}
            onChange={({ currentTarget }) => setBackup(currentTarget.value)}
            data={backups.map((one) => ({ value: one.id, label: labelOf(one) }))}
          />
        ) : null}
      </ConfirmDialog>
    </section>
  )
}
