/** One chunk is transcribed at a time: which ones wait, are refused, or are replaced by a newer one. */
import { ApiError } from '../../core/errors.ts'

/** Choice: more recorders than this at once are a mistake, and each waits for all before it. */
const mostWaiting = 4

type Waiting = { begin: () => void; refuse: (reason: unknown) => void }

export type Turns = {
  /**
   * Resolves when it is this recorder's turn; the answer ends the turn. Rejects with
   * `live_words_replaced` where a newer chunk came meanwhile, `rate_limited` where too many wait,
   * and with the signal's reason.
   */
  take: (recorder: string, signal: AbortSignal) => Promise<() => void>
}

export function createTurns(): Turns {
  let isBusy = false
  const waiting = new Map<string, Waiting>()
  const end = (): void => {
    const [next] = waiting
    isBusy = next !== undefined
    if (next === undefined) return
    const [recorder, turn] = next
    waiting.delete(recorder)
    turn.begin()
  }
  const wait = (recorder: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        if (waiting.get(recorder) === turn) waiting.delete(recorder)
        reject(signal.reason)
      }
      const forget = () => signal.removeEventListener('abort', leave)
      const turn: Waiting = {
        begin: () => {
          forget()
          resolve()
        },
        refuse: (reason) => {
          forget()
          reject(reason)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      // A newer chunk keeps the place of the one before it.
      waiting.set(recorder, turn)
    })
  return {
    take: async (recorder, signal) => {
      signal.throwIfAborted()
      if (isBusy) {
        waiting.get(recorder)?.refuse(replaced())
        if (!waiting.has(recorder) && waiting.size >= mostWaiting) throw busy()
        await wait(recorder, signal)
      }
      isBusy = true
      return end
    },
  }
}

const replaced = () =>
  new ApiError('live_words_replaced', 'A newer piece of this recording took its place.')

const busy = () =>
  new ApiError('rate_limited', 'Too many recordings wait for live words.', {
    headers: { 'retry-after': '5' },
  })
