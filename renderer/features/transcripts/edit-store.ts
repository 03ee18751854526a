import { create } from 'zustand'
import type { Edit } from './edits.ts'
import type { Range } from './segment-parts.ts'

export type Draft = {
  segmentId: string
  text: string
  /** The text the reader clicked: selected when the field opens. */
  selected: Range | null
  /** Why the last attempt to save failed. */
  failure: string | null
}

/** A dialog about one line or its speaker. */
export type Question = {
  kind: 'rename' | 'somebody' | 'merge' | 'remove'
  segmentId: string
  speakerId: string
}

export type Done = { sentence: string; inverse: Edit }

type EditState = {
  /** The line that has the keyboard focus. */
  activeId: string | null
  draft: Draft | null
  question: Question | null
  /** Lines of one speaker being selected for a new speaker. */
  choice: { speakerId: string; ids: ReadonlySet<string> } | null
  saving: 'idle' | 'saving' | 'saved'
  /** Why the last edit failed. */
  failure: string | null
  /** Edits made here, newest last, each with the edit that undoes it. */
  done: readonly Done[]
  /** The version created by the newest edit; `done` is invalid for any other. */
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

/** The pending edits. They are kept here and not in the rows, which unmount while scrolling. */
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
