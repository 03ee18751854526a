import type { Transcript } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { editFailure } from './edit-failure.ts'
import { useEditing, type Done } from './edit-store.ts'
import { inverseOf, preview, sendEdit, sentenceOf, withdraw, type Edit } from './edits.ts'
import { applyChange } from './transcript-change.ts'

/** Updates the transcript on screen; returns the previous one, or undefined if none is loaded. */
export type Update = (change: (transcript: Transcript) => Transcript) => Transcript | undefined

export type EditSession = {
  contentRef: ContentRef
  /** Shows the edit at once and sends it; if that fails, reverts it and throws. */
  make: (edit: Edit) => Promise<void>
  /** Like `make`, but shows the reason for a failure above the transcript. */
  attempt: (edit: Edit) => void
  /** Undoes the newest edit that has not been undone. */
  undo: () => void
}

const kept = 20
const set = useEditing.setState

/** Edits one transcript; sends the edits one after the other. */
export function createSession(contentRef: ContentRef, update: Update): EditSession {
  let queue: Promise<void> = Promise.resolve()
  const send = async (edit: Edit, before: Transcript, isUndo: boolean) => {
    set({ saving: 'saving', failure: null })
    try {
      const made = await sendEdit(contentRef, edit)
      update((now) => applyChange(now, made))
      const inverse = isUndo ? null : inverseOf(edit, before, made)
      const entry = inverse && { sentence: sentenceOf(edit), inverse }
      set(({ done }) => ({
        saving: 'saved',
        done: remember(done, isUndo, entry),
        ownVersion: made.version,
      }))
      announce(isUndo ? i18n.t('transcripts:done.undone') : sentenceOf(edit))
    } catch (error) {
      update((now) => withdraw(now, before, edit))
      set({ saving: 'idle' })
      throw error
    }
  }
  const run = (edit: Edit, isUndo = false): Promise<void> => {
    const before = update((now) => preview(now, edit))
    if (!before) return Promise.resolve()
    // Queued, so two quick edits reach the service in order.
    const sent = queue.then(() => send(edit, before, isUndo))
    queue = sent.catch(() => undefined)
    return sent
  }
  const attempt = (edit: Edit, isUndo = false) => {
    run(edit, isUndo).catch((error: unknown) => fail(editFailure(error)))
  }
  return {
    contentRef,
    make: (edit) => run(edit),
    attempt: (edit) => attempt(edit),
    undo: () => {
      const last = useEditing.getState().done.at(-1)
      if (last) attempt(last.inverse, true)
    },
  }
}

/** Shows an error above the transcript. */
export function fail(failure: string): void {
  set({ failure })
  announce(failure)
}

function remember(all: readonly Done[], isUndo: boolean, entry: Done | null): readonly Done[] {
  if (isUndo) return all.slice(0, -1)
  // An edit that cannot be undone blocks undoing the ones before it.
  return entry ? [...all.slice(1 - kept), entry] : []
}
