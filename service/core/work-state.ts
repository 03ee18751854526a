/** States of work that has not ended. */
export const openStates = ['queued', 'processing'] as const

type WorkState = (typeof openStates)[number] | 'completed' | 'failed'

/** The states that a wish names, `open` being two; null where it names none. */
export function statesOf(wish: WorkState | 'open' | undefined): readonly WorkState[] | null {
  if (wish === undefined) return null
  return wish === 'open' ? openStates : [wish]
}
