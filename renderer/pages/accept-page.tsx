import { Button, TextInput } from '@mantine/core'
import { AudioLines } from 'lucide-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { asFailure } from '../api/failure.ts'
import { useAccept, useLookUp } from '../features/invitations/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { formatDateTime } from '../ui/format.ts'
import { SecretField } from '../ui/secret-field.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './no-session-page.module.css'

type Props = { token: string; onEnter: (key: string) => void }

/** Where the link of an invitation leads: needs no key, and gives one. */
export function AcceptPage({ token, onEnter }: Props) {
  const link = useLookUp(token)
  const accept = useAccept()
  if (accept.data) {
    const { key } = accept.data.key
    return (
      <Card title="You are a member now">
        <p>
          This is your key. Programs call Earshot with it, and this page opens with it, too. It
          belongs to you and ends with your membership.
        </p>
        <SecretField label="Your API key" value={key} />
        <Button onClick={() => onEnter(key)}>Open Earshot</Button>
      </Card>
    )
  }
  if (link.isPending) {
    return (
      <Card title="Your invitation">
        <LoadingRows label="Loading the invitation" rows={3} />
      </Card>
    )
  }
  if (link.error) {
    const { message, code, status } = asFailure(link.error)
    const isFinal = status === 404 || status === 409
    return (
      <Card title="This link does not work">
        <FailureState
          title="The invitation cannot be accepted"
          cause={message}
          code={code}
          {...(isFinal ? {} : { onRetry: () => void link.refetch() })}
        />
        <p>Ask the person who invited you for a new link.</p>
      </Card>
    )
  }
  const { organization_name: organization, invited_by_name: inviter, email, role } = link.data
  return (
    <Card title={`Join ${organization}`}>
      <p>
        {inviter ?? 'Somebody'} invites <strong>{email}</strong> to work with its recordings in
        Earshot, as {role === 'admin' ? 'an admin' : 'a member'}. The link is valid until{' '}
        {formatDateTime(link.data.expires_at)}.
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
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(name.trim())
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <FormFailure message={failure} />
      <TextInput
        label="Your name"
        description="As the others will see it; you may leave it empty"
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy}>
        Accept the invitation
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
