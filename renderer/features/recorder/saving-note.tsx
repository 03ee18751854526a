import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './record.module.css'

/** While a recording is being submitted. */
export function SavingNote() {
  const { t } = useTranslation('recorder')
  return (
    <output className={styles['saving']}>
      <Loader size="sm" aria-hidden="true" />
      <span>
        <strong>{t('live.saving')}</strong>
        <br />
        {t('live.savingText')}
      </span>
    </output>
  )
}
