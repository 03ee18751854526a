/** States of work that has not ended. */
export const openStates = ['queued', 'processing'] as const

type WorkState = (typeof openStates)[number] | 'completed' | 'failed'

/** The states that a filter selects (`open` covers two); null without a filter. */
export function statesOf(requested: WorkState | 'open' | undefined): readonly WorkState[] | null {
  if (requested === undefined) return null
  return requested === 'open' ? openStates : [requested]
}
