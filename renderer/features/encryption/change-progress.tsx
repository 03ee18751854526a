import type { Encryption } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './encryption.module.css'

type Work = NonNullable<Encryption['work']>

/** How far the library is that is being encrypted, decrypted or rekeyed. */
export function ChangeProgress({ work: { action, progress } }: { work: Work }) {
  const { t } = useTranslation('encryption')
  return (
    <div className={styles['card']}>
      <h1>{t(`changing.${action}`)}</h1>
      <ProgressBar label={t(`changing.${action}`)} share={progress ?? 0} />
      {progress === null ? <output>{t('changing.starting')}</output> : null}
      <p>{t('changing.text')}</p>
      {action === 'decrypt' ? null : <p className={styles['note']}>{t('changing.recordings')}</p>}
    </div>
  )
}

/** Why the library is as it was, and not as the person wanted it; at the end of a wait, or later in the settings. */
export function ChangeFailure({ work, isLater }: { work: Work; isLater: boolean }) {
  const { t } = useTranslation('encryption')
  const { action, error_code: code } = work
  return (
    <div role="alert" className={styles[isLater ? 'failed' : 'card']}>
      {isLater ? <p>{t(`failed.${action}In`)}</p> : <h1>{t(`failed.${action}`)}</h1>}
      <p>{t(`failed.${code ?? 'failed'}`)}</p>
      {action === 'decrypt' ? null : <p>{t('failed.code')}</p>}
    </div>
  )
}
