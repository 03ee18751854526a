/** Waits; ends early, with the reason of the signal, where that is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
