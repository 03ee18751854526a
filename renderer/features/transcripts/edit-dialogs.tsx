import { useTranslation } from 'react-i18next'
import type { Transcript } from 'earshot/client'
import type { EditSession } from './edit-session.ts'
import { closeDraft, closeQuestion, useEditing, type Question } from './edit-store.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatClock } from '../../ui/format.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { nameOf } from './speakers.ts'

type Props = {
  transcript: Transcript
  session: EditSession
  /** Of people who may be among the speakers. */
  names: readonly string[]
}

/** The dialogs that the lines of a transcript open. */
export function EditDialogs({ transcript, session, names }: Props) {
  const { t } = useTranslation('transcripts')
  const question = useEditing((state) => state.question)
  if (!question) return null
  const { segmentId, speakerId } = question
  const segment = transcript.segments.find(({ id }) => id === segmentId)
  const speaker = transcript.speakers.find(({ id }) => id === speakerId)
  if (!segment || !speaker) return null
  const close = () => leave(segmentId)
  const shared = { transcript, speaker, session, onClose: close }
  if (question.kind === 'merge') return <MergeDialog {...shared} />
  if (question.kind === 'remove') {
    return (
      <ConfirmDialog
        isOpen
        title={t('remove.title')}
        confirmLabel={t('remove.confirm')}
        isBusy={false}
        onConfirm={() => {
          closeDraft()
          closeQuestion()
          session.attempt({ kind: 'text', segmentId, text: '' })
        }}
        onClose={close}
      >
        {t('remove.about', { name: nameOf(speaker), time: formatClock(segment.start) })}
      </ConfirmDialog>
    )
  }
  return <NameDialog {...shared} names={names} segmentId={segmentId} kind={question.kind} />
}

/** Closes the dialog and returns the focus to the line it came from. */
function leave(segmentId: Question['segmentId']): void {
  closeQuestion()
  if (useEditing.getState().draft) return
  // After the dialog has released the focus.
  setTimeout(() => {
    document.querySelector<HTMLElement>(`[data-segment="${segmentId}"]`)?.focus()
  })
}
