import { Button, Divider, TextInput } from '@mantine/core'
import type { SignInMethods } from 'earshot/client'
import { AudioLines } from 'lucide-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useRequestLink, useSignInByLink } from '../features/sign-in/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { useHash } from '../ui/use-hash.ts'
import styles from './no-session-page.module.css'

type Props = {
  methods: SignInMethods
  /** Somebody was signed in, and is no more. */
  isEnded: boolean
}

const problems = ['provider', 'unknown', 'expired'] as const

/** In the place of every screen where members sign in and nobody is; the address says how far somebody got. */
export function SignInPage({ methods, isEnded }: Props) {
  const { t } = useTranslation('signIn')
  const hash = useHash()
  useEffect(() => {
    document.title = t('window')
  }, [t])
  const token = /^#\/sign-in\/(\w+)$/.exec(hash)?.[1]
  const reason = /^#\/sign-in-failed\/(\w+)$/.exec(hash)?.[1]
  const problem = problems.find((one) => one === reason)
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <AudioLines size={28} aria-hidden="true" className={styles['icon']} />
        {token ? (
          <OpenedLink token={token} />
        ) : problem ? (
          <Problem title={t('problems.title')} cause={t(`problems.${problem}`)}>
            {t('problems.again')}
          </Problem>
        ) : (
          <Choice methods={methods} isEnded={isEnded} />
        )}
      </div>
    </main>
  )
}

const startAgain = (): void => {
  window.location.hash = '#/'
}

function Choice({ methods: { email, openid }, isEnded }: Props) {
  const { t } = useTranslation('signIn')
  const request = useRequestLink()
  if (request.data) {
    return (
      <>
        <h1>{t('sent.title')}</h1>
        <output>
          <Trans
            t={t}
            i18nKey="sent.text"
            values={{ email: request.variables, minutes: request.data.valid_minutes }}
            components={{ 1: <strong /> }}
          />
        </output>
        <p>{t('sent.nothing')}</p>
        <Button variant="default" onClick={() => request.reset()}>
          {t('sent.again')}
        </Button>
      </>
    )
  }
  return (
    <>
      <h1>{t('title')}</h1>
      {isEnded ? <output>{t('ended')}</output> : null}
      {openid ? (
        <Button component="a" href={openid.path} variant={email ? 'default' : 'filled'}>
          {t('with', { provider: openid.name })}
        </Button>
      ) : null}
      {openid && email ? <Divider label={t('or')} /> : null}
      {email ? (
        <AddressForm
          isBusy={request.isPending}
          failure={request.error ? asFailure(request.error).message : null}
          onSubmit={(address) => request.mutate(address)}
        />
      ) : null}
    </>
  )
}

type FormProps = { isBusy: boolean; failure: string | null; onSubmit: (address: string) => void }

function AddressForm({ isBusy, failure, onSubmit }: FormProps) {
  const { t } = useTranslation('signIn')
  const [address, setAddress] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim()) onSubmit(address.trim())
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <FormFailure message={failure} />
      <TextInput
        type="email"
        label={t('email')}
        description={t('emailAbout')}
        autoComplete="email"
        required
        withAsterisk={false}
        maxLength={254}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy}>
        {t('send')}
      </Button>
    </form>
  )
}

/** A click signs in, and not the opening: what looks through mail opens links, too. */
function OpenedLink({ token }: { token: string }) {
  const { t } = useTranslation('signIn')
  const signIn = useSignInByLink()
  const enter = () =>
    signIn.mutate(token, {
      onSuccess: () => {
        startAgain()
        window.location.reload()
      },
    })
  if (signIn.error) {
    const { code, message } = asFailure(signIn.error)
    const isOver = code === 'sign_in_link_invalid'
    return (
      <Problem title={t('link.failed')} cause={isOver ? t('link.cause') : message}>
        {t('link.again')}
      </Problem>
    )
  }
  return (
    <>
      <h1>{t('link.title')}</h1>
      <p>{t('link.text')}</p>
      <Button onClick={enter} loading={signIn.isPending || signIn.isSuccess}>
        {t('link.enter')}
      </Button>
    </>
  )
}

function Problem({
  title,
  cause,
  children,
}: {
  title: string
  cause: string
  children: ReactNode
}) {
  return (
    <>
      <h1>{title}</h1>
      <p role="alert">{cause}</p>
      <Button onClick={startAgain}>{children}</Button>
    </>
  )
}
