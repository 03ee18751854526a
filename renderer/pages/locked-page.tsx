import { Button } from '@mantine/core'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { ChangeFailure, ChangeProgress } from '../features/encryption/change-progress.tsx'
import { forgetRecoveryCode } from '../features/encryption/code-store.ts'
import { useEncryption } from '../features/encryption/queries.ts'
import { UnlockForm } from '../features/encryption/unlock-form.tsx'
import { RunningNote } from '../features/recorder/running-note.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadingRows } from '../ui/states.tsx'
import { useRecover, useRecovery } from '../features/recovery/queries.ts'
import { RecoveryChoices } from '../features/recovery/recovery-choices.tsx'
import { RecoveryWork } from '../features/recovery/recovery-facts.tsx'
import { draftUploader } from './draft-uploader.ts'
import styles from './locked-page.module.css'

type Props = { onOpen: () => void }

/**
 * In the place of every screen while an encrypted library is closed: asks for the passphrase, or tells how far the
 * encryption is. `onOpen` is called once the library is open.
 */
export function LockedPage({ onOpen }: Props) {
  const { t } = useTranslation('encryption')
  useEffect(() => {
    document.title = t('locked.window')
  }, [t])
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <RunningNote uploader={draftUploader} />
        <Content onOpen={onOpen} />
      </div>
    </main>
  )
}

function Content({ onOpen }: Props) {
  const { t } = useTranslation('encryption')
  const { data, error } = useEncryption({ isFollowed: true })
  // A failure of long ago is told in the settings.
  const [wasChanging, setChanging] = useState(false)
  const { state } = data ?? {}
  const running = state === 'changing' && data?.work?.status === 'running' ? data.work : null
  if (running && !wasChanging) setChanging(true)
  const isClosed = !state || state === 'locked' || state === 'changing'
  const failed =
    wasChanging && state !== 'changing' && data?.work?.status === 'failed' ? data.work : null
  const isOpen = !isClosed && !failed
  const isVoid = failed !== null && failed.action !== 'decrypt'
  useEffect(() => {
    if (isVoid) forgetRecoveryCode()
    if (isOpen) onOpen()
  }, [isVoid, isOpen, onOpen])
  if (!data) {
    if (!error) return <LoadingRows label={t('loading')} />
    return <p role="alert">{asFailure(error).message}</p>
  }
  if (running) return <ChangeProgress work={running} />
  if (failed) {
    return (
      <>
        <ChangeFailure work={failed} isLater={false} />
        <Button onClick={onOpen}>{t('failed.go')}</Button>
      </>
    )
  }
  return isClosed ? <Locked isChanging={state === 'changing'} /> : null
}

/** The field for the passphrase, and what is left to somebody who has forgotten it. */
function Locked({ isChanging }: { isChanging: boolean }) {
  const { t } = useTranslation('encryption')
  const [isForgotten, setForgotten] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  if (isReplacing) return <Replacing onEnd={() => setReplacing(false)} />
  return (
    <>
      <LockKeyhole size={28} aria-hidden="true" className={styles['icon']} />
      <h1>{t('locked.title')}</h1>
      <UnlockForm isChanging={isChanging} />
      <details
        open={isForgotten}
        onToggle={({ currentTarget }) => setForgotten(currentTarget.open)}
        className={styles['forgotten']}
      >
        <summary>{t('forgotten.summary')}</summary>
        {isForgotten ? <OtherWays onBegun={() => setReplacing(true)} /> : null}
      </details>
    </>
  )
}

/** A backup or an empty library in the place of the locked one. */
function OtherWays({ onBegun }: { onBegun: () => void }) {
  const { t } = useTranslation('encryption')
  const { data } = useRecovery({ isFollowed: false })
  const recover = useRecover()
  return (
    <div className={styles['ways']}>
      <p>{t('forgotten.text')}</p>
      <FormFailure message={recover.error ? asFailure(recover.error).message : null} />
      {data?.work?.status === 'failed' ? <RecoveryWork work={data.work} /> : null}
      {data ? (
        <RecoveryChoices
          actions={data.actions}
          backups={data.backups}
          isBusy={recover.isPending}
          onChoose={(body) => recover.mutate(body, { onSuccess: onBegun })}
        />
      ) : null}
    </div>
  )
}

function Replacing({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation('recovery')
  const { data } = useRecovery({ isFollowed: true })
  const isOver = data?.work?.status !== 'running'
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <>
      <h1>{t('replacing')}</h1>
      {data?.work ? <RecoveryWork work={data.work} /> : null}
    </>
  )
}
