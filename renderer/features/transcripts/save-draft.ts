import type { Segment } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import { editFailure } from './edit-failure.ts'
import { fail, type EditSession } from './edit-session.ts'
import { ask, closeDraft, useEditing } from './edit-store.ts'

/** Saves what was typed. Where the service refuses, the field opens again with it and the reason. */
export async function saveDraft(segment: Segment, session: EditSession): Promise<void> {
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
    // The reader may be at another line by now, whose text must not be lost either.
    if (useEditing.getState().draft) fail(i18n.t('transcripts:notSaved.typed', { failure, text }))
    else useEditing.setState({ draft: { segmentId: segment.id, text, selected: null, failure } })
  }
}
