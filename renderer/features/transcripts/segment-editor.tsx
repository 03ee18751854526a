import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Segment, Speaker } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import { CutMenu } from './cut-menu.tsx'
import { fail, type EditSession } from './edit-session.ts'
import { ask, changeDraft, closeDraft, useEditing } from './edit-store.ts'
import { playFrom } from './player-store.ts'
import styles from './segment-editor.module.css'
import { i18n } from '../../i18n/i18n.ts'
import { editFailure } from './edit-failure.ts'

type Props = { segment: Segment; speakers: readonly Speaker[]; session: EditSession }

/** The field for correcting a line, shown in its place. */
export function SegmentEditor({ segment, speakers, session }: Props) {
  const { t } = useTranslation('transcripts')
  const draft = useEditing((state) => state.draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(draft?.selected?.from ?? segment.text.length)
  const failureId = `${segment.id}-failure`
  useEffect(() => {
    const element = field.current
    const selected = useEditing.getState().draft?.selected
    element?.focus({ preventScroll: true })
    if (selected) element?.setSelectionRange(selected.from, selected.to)
    else element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const save = () => void saveDraft(segment, session)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeDraft()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
    else if (event.key === ' ' && event.ctrlKey) playFrom(segment.start)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles['editor']}>
      <textarea
        ref={field}
        rows={1}
        maxLength={10_000}
        aria-label={t('editor.label', { time: formatClock(segment.start) })}
        aria-invalid={draft?.failure ? true : undefined}
        aria-describedby={draft?.failure ? failureId : undefined}
        className={styles['field']}
        value={draft?.text ?? ''}
        onChange={(event) => changeDraft({ text: event.currentTarget.value })}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKey}
      />
      {draft?.failure ? (
        <p id={failureId} role="alert" className={styles['failure']}>
          {draft.failure}
        </p>
      ) : null}
      <div className={styles['foot']}>
        <Button size="compact-xs" onClick={save}>
          {t('editor.save')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={closeDraft}>
          {t('editor.leave')}
        </Button>
        <CutMenu segment={segment} speakers={speakers} caret={caret} session={session} />
        <span className={styles['hint']}>
          <Trans t={t} i18nKey={'editor.hint'} components={{ key: <kbd /> }} />
        </span>
      </div>
    </div>
  )
}

/** Saves the typed text. If the service refuses, the field reopens with the text and the reason. */
async function saveDraft(segment: Segment, session: EditSession): Promise<void> {
  const { draft } = useEditing.getState()
  if (draft?.segmentId !== segment.id) return
  const text = draft.text.trim().replaceAll(/\s+/g, ' ')
  if (text === '') {
    ask({ kind: 'remove', segmentId: segment.id, speakerId: segment.speaker_id })
    return
  }
  closeDraft()
  if (text === segment.text) return
  try {
    await session.make({ kind: 'text', segmentId: segment.id, text })
  } catch (error) {
    const failure = editFailure(error)
    // The reader may already be editing another line, whose text must not be lost either.
    if (useEditing.getState().draft) fail(i18n.t('transcripts:notSaved.typed', { failure, text }))
    else useEditing.setState({ draft: { segmentId: segment.id, text, selected: null, failure } })
  }
}
