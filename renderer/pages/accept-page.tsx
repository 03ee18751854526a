import { Button, TextInput } from '@mantine/core'
import { AudioLines } from 'lucide-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useAccept, useLookUp } from '../features/invitations/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { formatDateTime } from '../ui/format.ts'
import { SecretField } from '../ui/secret-field.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './no-session-page.module.css'

type Props = { token: string; onEnter: (key: string | null) => void }

/** The target of an invitation link: needs no key, and creates one. */
export function AcceptPage({ token, onEnter }: Props) {
  const { t } = useTranslation('invitations')
  const link = useLookUp(token)
  const accept = useAccept()
  const isSignedIn = accept.data?.key === null
  useEffect(() => {
    if (isSignedIn) onEnter(null)
  }, [isSignedIn, onEnter])
  if (isSignedIn) return null
  if (accept.data?.key) {
    const { key } = accept.data.key
    return (
      <Card title={t('accept.done')}>
        <p>{t('accept.key')}</p>
        <SecretField label={t('accept.keyLabel')} value={key} />
        <Button onClick={() => onEnter(key)}>{t('accept.open')}</Button>
      </Card>
    )
  }
  if (link.isPending) {
    return (
      <Card title={t('accept.loadingTitle')}>
        <LoadingRows label={t('accept.loading')} rows={3} />
      </Card>
    )
  }
  if (link.error) {
    const { message, code, status } = asFailure(link.error)
    const isFinal = status === 404 || status === 409
    return (
      <Card title={t('accept.broken')}>
        <FailureState
          title={t('accept.failed')}
          cause={message}
          code={code}
          {...(isFinal ? {} : { onRetry: () => void link.refetch() })}
        />
        <p>{t('accept.ask')}</p>
      </Card>
    )
  }
  const { organization_name: organization, invited_by_name: inviter, email, role } = link.data
  return (
    <Card title={t('accept.join', { organization })}>
      <p>
        <Trans
          t={t}
          i18nKey={`accept.${role}`}
          values={{
            inviter: inviter ?? t('accept.somebody'),
            email,
            time: formatDateTime(link.data.expires_at),
          }}
          components={{ 1: <strong /> }}
        />
      </p>
      <NameForm
        isBusy={accept.isPending}
        failure={accept.error ? asFailure(accept.error).message : null}
        onSubmit={(name) => accept.mutate({ token, ...(name ? { name } : {}) })}
      />
    </Card>
  )
}

type FormProps = { isBusy: boolean; failure: string | null; onSubmit: (name: string) => void }

function NameForm({ isBusy, failure, onSubmit }: FormProps) {
  const { t } = useTranslation('invitations')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(name.trim())
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <FormFailure message={failure} />
      <TextInput
        label={t('accept.name')}
        description={t('accept.nameAbout')}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy}>
        {t('accept.accept')}
      </Button>
    </form>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Earshot`
  }, [title])
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <AudioLines size={28} aria-hidden="true" className={styles['icon']} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
