import { create } from 'zustand'
import type { Edit } from './edits.ts'
import type { Range } from './segment-parts.ts'

export type Draft = {
  segmentId: string
  text: string
  /** What the reader pointed at: selected when the field opens. */
  selected: Range | null
  /** Why the last try to save was refused. */
  failure: string | null
}

/** A question about one line or its speaker, in a dialog. */
export type Question = {
  kind: 'rename' | 'somebody' | 'merge' | 'remove'
  segmentId: string
  speakerId: string
}

export type Done = { sentence: string; inverse: Edit }

type EditState = {
  /** The line that the keyboard is at. */
  activeId: string | null
  draft: Draft | null
  question: Question | null
  /** Lines of one speaker that are being chosen for a new one. */
  choice: { speakerId: string; ids: ReadonlySet<string> } | null
  saving: 'idle' | 'saving' | 'saved'
  /** Why something was not saved. */
  failure: string | null
  /** What was changed here, newest last, with what takes it back. */
  done: readonly Done[]
  /** The version that the newest change went into; in any other, `done` means nothing. */
  ownVersion: number | null
}

const nothing: EditState = {
  activeId: null,
  draft: null,
  question: null,
  choice: null,
  saving: 'idle',
  failure: null,
  done: [],
  ownVersion: null,
}

/** What the reader is about to change; here rather than in the rows, which come and go in scrolling. */
export const useEditing = create<EditState>(() => ({ ...nothing }))

const set = useEditing.setState

export const resetEditing = (): void => set({ ...nothing })
export const activate = (activeId: string | null): void => {
  if (useEditing.getState().activeId !== activeId) set({ activeId })
}
export const openDraft = (segmentId: string, text: string, selected: Range | null = null): void =>
  set({ activeId: segmentId, draft: { segmentId, text, selected, failure: null } })
export const changeDraft = (part: Partial<Draft>): void =>
  set(({ draft }) => ({ draft: draft && { ...draft, ...part } }))
export const closeDraft = (): void => set({ draft: null })
export const ask = (question: Question): void => set({ question })
export const closeQuestion = (): void => set({ question: null })
export const startChoice = (speakerId: string, segmentId: string): void =>
  set({ choice: { speakerId, ids: new Set([segmentId]) } })
export const dismissFailure = (): void => set({ failure: null })
export const endChoice = (): void => set({ choice: null })

export function toggleChoice(segmentId: string): void {
  const { choice } = useEditing.getState()
  if (!choice) return
  const ids = new Set(choice.ids)
  if (!ids.delete(segmentId)) ids.add(segmentId)
  set({ choice: { ...choice, ids } })
}
