import { create } from 'zustand'
import { submitDraft, type DraftUploader } from './submit-draft.ts'
import type { DraftRecording } from './draft-recording.ts'
import { findDraft, listDrafts, removeDraft, withDraftLock } from './opfs-store.ts'
import type { ContentRef } from '../../api/types.ts'

type Drafts = {
  /** Drafts not submitted yet, and the ids of those being submitted now. */
  drafts: readonly DraftRecording[]
  submitting: readonly string[]
  /** Why the last attempt to submit each draft failed, by id. */
  failures: Readonly<Record<string, unknown>>
}

/** Recordings that a crash interrupted or that did not reach the service. */
export const useDrafts = create<Drafts>(() => ({ drafts: [], submitting: [], failures: {} }))

const { getState, setState } = useDrafts

/** Held by the one window that offers drafts; another window may steal it. */
const offerLock = 'earshot.draft-recordings'
let isOffering = false

/**
 * Offers drafts in the most recently focused window, and in no other. Checks for new ones if this
 * window already offers them.
 */
export async function offerDrafts(): Promise<void> {
  if (isOffering) return refreshDrafts()
  isOffering = true
  const held = navigator.locks.request(offerLock, { steal: true }, async () => {
    await refreshDrafts()
    return new Promise<never>(() => {})
  })
  // Rejects only when another window steals the lock.
  held.catch(() => {
    isOffering = false
    setState(({ drafts, submitting }) => ({
      drafts: drafts.filter(({ id }) => submitting.includes(id)),
    }))
  })
}

/** Loads drafts that were interrupted or not submitted. */
async function refreshDrafts(): Promise<void> {
  const found = await listDrafts()
  // `listDrafts` omits those that this window is submitting, because it holds their locks.
  const { drafts, submitting } = getState()
  const own = drafts.filter(
    ({ id }) => submitting.includes(id) && !found.some((one) => one.id === id),
  )
  setState({ drafts: [...own, ...found] })
}

/** Records why a draft did not reach the service, and offers it again. */
export async function keepFailedDraft(id: string, error: unknown): Promise<void> {
  setState(({ failures }) => ({ failures: { ...failures, [id]: error } }))
  await offerDrafts()
}

/**
 * Submits a draft to a project; null if that failed, or if another window has already handled it.
 */
export async function submitStoredDraft(
  id: string,
  projectId: string,
  uploader: DraftUploader,
): Promise<ContentRef | null> {
  setState(({ submitting }) => ({ submitting: [...submitting, id] }))
  let submitted: ContentRef | null = null
  try {
    const { openDraftFiles } = await import('./draft-files.ts')
    await withDraftLock(id, async () => {
      // Read it again: another window may have submitted it since it was shown.
      const draft = await findDraft(id)
      if (!draft) return
      const files = await openDraftFiles(id)
      const moved = { ...draft, project_id: projectId }
      const contentId = await submitDraft(moved, { files, rest: [] }, uploader)
      submitted = { projectId, contentId }
    })
  } catch (error) {
    setState(({ failures }) => ({ failures: { ...failures, [id]: error } }))
  }
  setState(({ submitting }) => ({ submitting: submitting.filter((one) => one !== id) }))
  await refreshDrafts()
  return submitted
}

export async function discardDraft(id: string): Promise<void> {
  await withDraftLock(id, () => removeDraft(id))
  await refreshDrafts()
}
