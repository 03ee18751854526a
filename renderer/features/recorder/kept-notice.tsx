import { Button, Select } from '@mantine/core'
import { Mic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime, formatLength } from '../../ui/format.ts'
import type { Send } from './hand-in.ts'
import styles from './kept-notice.module.css'
import { discardKept, sendKept, useKept } from './kept-store.ts'
import type { Take } from './take.ts'
import { openSound } from './vault.ts'

type Place = { projectId: string; contentId: string }
type Props = {
  send: Send
  onArrived: (place: Place) => void
  /** Where one may go whose own project is gone; null while they are not known. */
  projects: readonly { id: string; name: string }[] | null
}

/** Recordings that a crash cut off, or that the service did not get: offered back. */
export function KeptNotice(props: Props) {
  const { t } = useTranslation('recorder')
  const kept = useKept((state) => state.kept)
  if (kept.length === 0) return null
  return (
    <section aria-label={t('kept.region')} className={styles['notice']}>
      <ul className={styles['list']}>
        {kept.map((take) => (
          <KeptTake key={take.id} take={take} {...props} />
        ))}
      </ul>
    </section>
  )
}

function KeptTake({ take, send, onArrived, projects }: Props & { take: Take }) {
  const { t } = useTranslation('recorder')
  const isSending = useKept(({ sending }) => sending.includes(take.id))
  const failure = useKept(({ failures }) => failures[take.id])
  const [open, setOpen] = useState<'player' | 'discard' | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const isHomeless = projects !== null && !projects.some(({ id }) => id === take.project_id)
  const length = formatLength(take.seconds)
  const keep = async () => {
    const place = await sendKept(take.id, chosen ?? take.project_id, send)
    if (!place) return
    announce(t('kept.sent', { name: take.name }))
    onArrived(place)
  }
  return (
    <li className={styles['take']}>
      <Mic size={18} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>
        <strong>{t('kept.cut', { name: take.name })}</strong>
        <p>{t('kept.facts', { length, date: formatDateTime(take.started_at) })}</p>
        {failure === undefined ? null : (
          <p role="alert" className={styles['failure']}>
            {t('kept.failed', { reason: asFailure(failure).message })}
          </p>
        )}
        {isHomeless && projects ? (
          <Select
            size="xs"
            label={t('kept.gone')}
            aria-label={t('kept.project', { name: take.name })}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
        ) : null}
        {open === 'player' ? <TakePlayer take={take} /> : null}
      </div>
      <div className={styles['actions']}>
        <Button
          size="xs"
          loading={isSending}
          disabled={isHomeless && chosen === null}
          onClick={() => void keep()}
        >
          {isSending ? t('kept.sending') : t('kept.keep')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => setOpen(open === 'player' ? null : 'player')}
        >
          {t(open === 'player' ? 'kept.close' : 'kept.listen')}
        </Button>
        <Button size="xs" variant="default" disabled={isSending} onClick={() => setOpen('discard')}>
          {t('kept.discard')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={open === 'discard'}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.cancel')}
        isBusy={false}
        onConfirm={() => void discardKept(take.id)}
        onClose={() => setOpen(null)}
      >
        {t('discard.text', { length })}
      </ConfirmDialog>
    </li>
  )
}

/** Plays what lies on this device. */
function TakePlayer({ take }: { take: Take }) {
  const { t } = useTranslation('recorder')
  const [url, setUrl] = useState<string | null>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    const open = async () => {
      const sound = await openSound(take)
      if (isGone) return
      made = URL.createObjectURL(sound)
      setUrl(made)
    }
    open().catch(() => setSilent(true))
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [take])
  if (isSilent) return <p className={styles['failure']}>{t('kept.silent')}</p>
  if (url === null) return null
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing of it is written down yet
    <audio
      controls
      src={url}
      aria-label={t('kept.player', { name: take.name })}
      className={styles['player']}
      onError={() => setSilent(true)}
    />
  )
}
