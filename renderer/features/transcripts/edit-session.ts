import type { Transcript } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { editFailure } from './edit-failure.ts'
import { useEditing, type Done } from './edit-store.ts'
import { inverseOf, preview, sendEdit, sentenceOf, withdraw, type Edit } from './edits.ts'
import { applyChange } from './transcript-change.ts'

/** Changes the transcript that is shown; answers with the one before, undefined where none is. */
export type Update = (change: (transcript: Transcript) => Transcript) => Transcript | undefined

export type EditSession = {
  contentRef: ContentRef
  /** Shows the edit at once, sends it, and takes it back where that fails; it then throws. */
  make: (edit: Edit) => Promise<void>
  /** As `make`, but says above the transcript why it failed. */
  attempt: (edit: Edit) => void
  /** Takes back the newest edit that is not taken back yet. */
  undo: () => void
}

const kept = 20
const set = useEditing.setState

/** What edits one transcript; its edits are sent one after the other. */
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
    // In turn, so that two quick edits reach the service in the order they were made.
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

/** Says above the transcript what was not saved. */
export function fail(failure: string): void {
  set({ failure })
  announce(failure)
}

function remember(all: readonly Done[], isUndo: boolean, entry: Done | null): readonly Done[] {
  if (isUndo) return all.slice(0, -1)
  // What cannot be undone closes the way to what was before it.
  return entry ? [...all.slice(1 - kept), entry] : []
}
