import { create } from 'zustand'

/** Choice: as many as somebody looks back to. */
const most = 8

type History = { questions: Readonly<Record<string, readonly string[]>> }

/** What was asked since the window was opened, by what was asked of; none of it is stored. */
export const useHistory = create<History>(() => ({ questions: {} }))

/** A question that was asked before moves to the front. */
export const remember = (place: string, question: string): void =>
  useHistory.setState(({ questions }) => {
    const others = (questions[place] ?? []).filter((one) => one !== question)
    return { questions: { ...questions, [place]: [question, ...others].slice(0, most) } }
  })

export const forget = (place: string): void =>
  useHistory.setState(({ questions }) => ({ questions: { ...questions, [place]: [] } }))
