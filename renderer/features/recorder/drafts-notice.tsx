import { Button, Select } from '@mantine/core'
import { Mic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime, formatLength } from '../../ui/format.ts'
import type { DraftUploader } from './submit-draft.ts'
import styles from './drafts-notice.module.css'
import { discardDraft, submitStoredDraft, useDrafts } from './drafts-store.ts'
import { draftName, type DraftRecording } from './draft-recording.ts'
import { openSound } from './opfs-store.ts'
import type { ContentRef } from '../../api/types.ts'

type Props = {
  uploader: DraftUploader
  onSubmitted: (contentRef: ContentRef) => void
  /** Projects to choose from if a draft's own project was deleted; null while loading. */
  projects: readonly { id: string; name: string }[] | null
}

/** Offers recordings that a crash interrupted or that did not reach the service. */
export function DraftsNotice(props: Props) {
  const { t } = useTranslation('recorder')
  const drafts = useDrafts((state) => state.drafts)
  if (drafts.length === 0) return null
  return (
    <section aria-label={t('drafts.region')} className={styles['notice']}>
      <ul className={styles['list']}>
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} {...props} />
        ))}
      </ul>
    </section>
  )
}

function DraftItem({ draft, uploader, onSubmitted, projects }: Props & { draft: DraftRecording }) {
  const { t } = useTranslation('recorder')
  const isSubmitting = useDrafts(({ submitting }) => submitting.includes(draft.id))
  const failure = useDrafts(({ failures }) => failures[draft.id])
  const [open, setOpen] = useState<'player' | 'discard' | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const isHomeless = projects !== null && !projects.some(({ id }) => id === draft.project_id)
  const length = formatLength(draft.seconds)
  const keep = async () => {
    const contentRef = await submitStoredDraft(draft.id, chosen ?? draft.project_id, uploader)
    if (!contentRef) return
    announce(t('drafts.sent', { name: draftName(draft) }))
    onSubmitted(contentRef)
  }
  return (
    <li className={styles['draft']}>
      <Mic size={18} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>
        <strong>{t('drafts.cut', { name: draftName(draft) })}</strong>
        <p>{t('drafts.facts', { length, date: formatDateTime(draft.started_at) })}</p>
        {failure === undefined ? null : (
          <p role="alert" className={styles['failure']}>
            {t('drafts.failed', { reason: asFailure(failure).message })}
          </p>
        )}
        {isHomeless && projects ? (
          <Select
            size="xs"
            label={t('drafts.gone')}
            aria-label={t('drafts.project', { name: draftName(draft) })}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
        ) : null}
        {open === 'player' ? <DraftPlayer draft={draft} /> : null}
      </div>
      <div className={styles['actions']}>
        <Button
          size="xs"
          loading={isSubmitting}
          disabled={isHomeless && chosen === null}
          onClick={() => void keep()}
        >
          {isSubmitting ? t('drafts.sending') : t('drafts.keep')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => setOpen(open === 'player' ? null : 'player')}
        >
          {t(open === 'player' ? 'drafts.close' : 'drafts.listen')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isSubmitting}
          onClick={() => setOpen('discard')}
        >
          {t('drafts.discard')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={open === 'discard'}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.cancel')}
        isBusy={false}
        onConfirm={() => void discardDraft(draft.id)}
        onClose={() => setOpen(null)}
      >
        {t('discard.text', { length })}
      </ConfirmDialog>
    </li>
  )
}

/** Plays the sound from this device. */
function DraftPlayer({ draft }: { draft: DraftRecording }) {
  const { t } = useTranslation('recorder')
  const [url, setUrl] = useState<string | null>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    const open = async () => {
      const sound = await openSound(draft)
      if (isGone) return
      made = URL.createObjectURL(sound)
      setUrl(made)
    }
    open().catch(() => setSilent(true))
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [draft])
  if (isSilent) return <p className={styles['failure']}>{t('drafts.silent')}</p>
  if (url === null) return null
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no transcript yet
    <audio
      controls
      src={url}
      aria-label={t('drafts.player', { name: draftName(draft) })}
      className={styles['player']}
      onError={() => setSilent(true)}
    />
  )
}
