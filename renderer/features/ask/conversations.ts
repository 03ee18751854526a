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

export const libraryConversation = 'library'

export const useConversation = (conversationId: string): readonly Exchange[] =>
  useConversations(({ exchanges }) => exchanges[conversationId] ?? none)

let lastId = 0

/** Puts a question; one that is still being answered makes room for it. */
export const putQuestion = (conversationId: string, question: string): void =>
  change(conversationId, (earlier) => {
    const answered = earlier.filter(({ result }) => result !== null)
    lastId += 1
    return [{ id: lastId, question, result: null }, ...answered].slice(0, most)
  })

export const noteAnswer = (conversationId: string, id: number, result: AskResult): void =>
  change(conversationId, (all) => all.map((one) => (one.id === id ? { ...one, result } : one)))

export const endConversation = (conversationId: string): void => change(conversationId, () => none)

function change(
  conversationId: string,
  to: (all: readonly Exchange[]) => readonly Exchange[],
): void {
  useConversations.setState(({ exchanges }) => ({
    exchanges: { ...exchanges, [conversationId]: to(exchanges[conversationId] ?? none) },
  }))
}
