import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import styles from './encryption.module.css'
import { useUnlock } from './queries.ts'

type Props = {
  /** It is being opened or closed. */
  isChanging: boolean
}

/** One field that opens the library: the passphrase, or the recovery code instead. */
export function UnlockForm(props: Props) {
  const [isCode, setCode] = useState(false)
  const change = (): void => setCode(!isCode)
  return <OpenerForm key={String(isCode)} isCode={isCode} onOther={change} {...props} />
}

type FormProps = Props & { isCode: boolean; onOther: () => void }

function OpenerForm({ isCode, onOther, ...props }: FormProps) {
  const { t } = useTranslation('encryption')
  const unlock = useUnlock()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const failure = useRefusal(unlock.error, isCode)
  // It opens after the answer, and this screen goes then. While it still closes, somebody may type already.
  const isOpening = unlock.isPending || (unlock.isSuccess && props.isChanging)
  useEffect(() => {
    // What was wrong is typed anew.
    if (isOpening) return
    field.current?.focus()
    field.current?.select()
  }, [isOpening])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed !== '') unlock.mutate(isCode ? { recovery_code: typed } : { passphrase: typed })
  }
  const shared = {
    ref: field,
    value: typed,
    error: failure,
    readOnly: isOpening,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped(currentTarget.value),
  }
  return (
    <form onSubmit={submit} className={styles['card']}>
      <p>{t(isCode ? 'locked.textCode' : 'locked.text')}</p>
      {isCode ? (
        <TextInput
          label={t('locked.code')}
          description={t('locked.codeAbout')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={styles['input'] ?? ''}
          {...shared}
        />
      ) : (
        <PasswordInput
          label={t('locked.passphrase')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('locked.show'), tabIndex: 0 }}
          {...shared}
        />
      )}
      <Button type="submit" loading={isOpening} disabled={typed === ''}>
        {t('locked.open')}
      </Button>
      {isOpening ? (
        <output className={styles['note']}>{t('locked.opening')}</output>
      ) : (
        <Button variant="subtle" onClick={onOther}>
          {t(isCode ? 'locked.usePassphrase' : 'locked.useCode')}
        </Button>
      )}
    </form>
  )
}

/** Why it did not open, beside the field. */
function useRefusal(error: Error | null, isCode: boolean): string | null {
  const { t } = useTranslation('encryption')
  if (!error) return null
  const { code, message } = asFailure(error)
  if (code !== 'wrong_passphrase') return message
  return t(isCode ? 'locked.wrongCode' : 'locked.wrongPassphrase')
}
