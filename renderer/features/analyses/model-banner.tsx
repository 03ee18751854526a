import { Button, CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './checked-result.module.css'

/** Whether one would write the next analysis, could be installed, or neither. */
export type LanguageModel = 'ready' | 'installable' | 'none'

type Props = {
  /** Names of the fields that only a language model answers. */
  fields: readonly string[]
  /** Runs the prompt again; given if there is a language model now. */
  onAgain?: (() => void) | undefined
  /** Omitted where it cannot be put away. */
  onDismiss?: (() => void) | undefined
  /** Whether the prompt would be lost if the page were left. */
  isUnsaved: boolean
}

/** What a language model would add to a result of the built-in analyser, and the way to one. */
export function ModelBanner({ fields, onAgain, onDismiss, isUnsaved }: Props) {
  const { t, i18n } = useTranslation('analyses')
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (
    <div className={styles['banner']}>
      <div className={styles['bannerHead']}>
        <strong>{t('needsModel.title')}</strong>
        {onDismiss ? (
          <CloseButton
            size="sm"
            aria-label={t('needsModel.dismiss')}
            title={t('needsModel.dismiss')}
            onClick={onDismiss}
          />
        ) : null}
      </div>
      <p>
        {fields.length > 0
          ? t('needsModel.gain', { fields: list.format(fields) })
          : t('needsModel.words')}{' '}
        {isUnsaved ? t('needsModel.save') : null}
      </p>
      {onAgain ? (
        <Button size="compact-sm" onClick={onAgain}>
          {t('needsModel.again')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          renderRoot={(props) => <Link to="/models" hash="language-models" {...props} />}
        >
          {t('needsModel.install')}
        </Button>
      )}
    </div>
  )
}

/** Whether somebody put the banner away, for good in this browser. */
export function useBannerDismissed() {
  const [isDismissed, setDismissed] = useLocalStorage<boolean>({
    key: 'earshot.model-banner-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isDismissed, () => setDismissed(true)] as const
}
