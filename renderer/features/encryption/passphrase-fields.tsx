import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type NewPassphrase = { passphrase: string; again: string }

/** As the service asks (features/encryption/schema.ts). */
const least = 8
/** Below, a hint says that longer is better. */
const goodLength = 16

/** What is wrong with what was typed, by field; null where it can be sent. */
export function usePassphraseCheck() {
  const { t } = useTranslation('encryption')
  return ({ passphrase, again }: NewPassphrase): Partial<NewPassphrase> | null => {
    if (passphrase.length < least) return { passphrase: t('form.short') }
    return passphrase === again ? null : { again: t('form.mismatch') }
  }
}

type Props = {
  values: NewPassphrase
  /** Value, change and error of a field. */
  propsOf: (name: keyof NewPassphrase) => PasswordInputProps
}

/** A new passphrase, typed twice. Says at once where the two differ, and that longer is better without insisting. */
export function PassphraseFields({ values: { passphrase, again }, propsOf }: Props) {
  const { t } = useTranslation('encryption')
  const toggle = { 'aria-label': t('locked.show'), tabIndex: 0 }
  const isGuessable = passphrase.length >= least && passphrase.length < goodLength
  const { error, ...ofAgain } = propsOf('again')
  return (
    <>
      <PasswordInput
        label={t('form.passphrase')}
        description={t(isGuessable ? 'form.guessable' : 'form.passphraseAbout')}
        autoComplete="new-password"
        data-autofocus
        visibilityToggleButtonProps={toggle}
        {...propsOf('passphrase')}
      />
      <PasswordInput
        label={t('form.again')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...ofAgain}
        error={error ?? (passphrase.startsWith(again) ? null : t('form.mismatch'))}
      />
    </>
  )
}
