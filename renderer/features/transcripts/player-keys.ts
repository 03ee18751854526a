import { useEffect } from 'react'
import { seekBy, stepSpeed, togglePlay } from './player-store.ts'

const actions: Record<string, () => void> = {
  ' ': togglePlay,
  k: togglePlay,
  j: () => seekBy(-10),
  l: () => seekBy(10),
  ArrowLeft: () => seekBy(-5),
  ArrowRight: () => seekBy(5),
  '<': () => stepSpeed(-1),
  '>': () => stepSpeed(1),
}

/** Keys of the player, wherever the focus is but in what has a use for the key itself. */
export function usePlayerKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || hasOwnUse(event.target, event.key)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const typing =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"]'
const pressable = 'button, a[href], summary, [role="button"]'

function hasOwnUse(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(typing)) return true
  return key === ' ' && target.closest(pressable) !== null
}
