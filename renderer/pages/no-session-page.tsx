import { Button, PasswordInput } from '@mantine/core'
import { AudioLines } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import styles from './no-session-page.module.css'

type Props = { isRefused: boolean; onOpen: (key: string) => void }

/** Shown without a key: how to open the app properly, and a field for a key at hand. */
export function NoSessionPage({ isRefused, onOpen }: Props) {
  const [key, setKey] = useState('')
  useEffect(() => {
    document.title = 'Open Earshot'
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim()) onOpen(key.trim())
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <AudioLines size={28} aria-hidden="true" className={styles['icon']} />
        <h1>{isRefused ? 'This session has ended' : 'Open Earshot from its address'}</h1>
        {isRefused ? (
          <p role="alert">
            The service did not accept the key. It gets a new one each time it starts.
          </p>
        ) : null}
        <p>
          Run <code>npm start</code> in Earshot’s folder. It prints an address with a key for this
          session; open that address, and this page lets you in.
        </p>
        <form onSubmit={submit} className={styles['form']}>
          <PasswordInput
            label="Or paste a key"
            description="The session key, or an API key that begins with sk_live_"
            value={key}
            autoComplete="off"
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!key.trim()}>
            Open
          </Button>
        </form>
      </div>
    </main>
  )
}
