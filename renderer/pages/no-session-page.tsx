import { Button, PasswordInput } from '@mantine/core'
import { AudioLines } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { RunningNote } from '../features/recorder/running-note.tsx'
import { draftUploader } from './draft-uploader.ts'
import styles from './no-session-page.module.css'

type Props = { isRefused: boolean; onOpen: (key: string) => void }

/** Shown without a key: how to open the app properly, and a field for an existing key. */
export function NoSessionPage({ isRefused, onOpen }: Props) {
  const { t } = useTranslation('failures')
  const [key, setKey] = useState('')
  useEffect(() => {
    document.title = t('session.window')
  }, [t])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim()) onOpen(key.trim())
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <AudioLines size={28} aria-hidden="true" className={styles['icon']} />
        <RunningNote uploader={draftUploader} />
        <h1>{t(isRefused ? 'session.ended' : 'session.title')}</h1>
        {isRefused ? <p role="alert">{t('session.refused')}</p> : null}
        <p>{t('session.how')}</p>
        <form onSubmit={submit} className={styles['form']}>
          <PasswordInput
            label={t('session.paste')}
            description={t('session.pasteAbout')}
            value={key}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('session.show'), tabIndex: 0 }}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!key.trim()}>
            {t('session.open')}
          </Button>
        </form>
      </div>
    </main>
  )
}
