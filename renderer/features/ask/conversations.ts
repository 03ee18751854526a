import type { AskResult } from 'earshot/client'
import { create } from 'zustand'

/** A question and what came of it; null while it is being answered. */
export type Exchange = { id: number; question: string; result: AskResult | null }

/** Choice: more than anybody looks back at. */
const most = 20
const none: readonly Exchange[] = []

type Conversations = { exchanges: Readonly<Record<string, readonly Exchange[]>> }

/** What was asked since the window was opened, by recording or project, the newest first; none is stored. */
const useConversations = create<Conversations>(() => ({ exchanges: {} }))

export const libraryPlace = 'library'

export const useConversation = (place: string): readonly Exchange[] =>
  useConversations(({ exchanges }) => exchanges[place] ?? none)

let lastId = 0

/** Puts a question; one that is still being answered makes room for it. */
export const putQuestion = (place: string, question: string): void =>
  change(place, (earlier) => {
    const answered = earlier.filter(({ result }) => result !== null)
    lastId += 1
    return [{ id: lastId, question, result: null }, ...answered].slice(0, most)
  })

export const noteAnswer = (place: string, id: number, result: AskResult): void =>
  change(place, (all) => all.map((one) => (one.id === id ? { ...one, result } : one)))

export const endConversation = (place: string): void => change(place, () => none)

function change(place: string, to: (all: readonly Exchange[]) => readonly Exchange[]): void {
  useConversations.setState(({ exchanges }) => ({
    exchanges: { ...exchanges, [place]: to(exchanges[place] ?? none) },
  }))
}
