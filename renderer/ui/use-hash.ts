import { useSyncExternalStore } from 'react'

/** The part of the address after the #, with it. */
export const useHash = (): string => useSyncExternalStore(watchHash, () => window.location.hash)

function watchHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
