import { useEffect } from 'react'
import { listen, seekBy, stepSpeed, togglePlay, usePlayer } from './player-store.ts'

const actions: Record<string, () => void> = {
  ' ': togglePlay,
  k: togglePlay,
  j: () => seekBy(-10),
  l: () => seekBy(10),
  ArrowLeft: () => seekBy(-5),
  ArrowRight: () => seekBy(5),
  '<': () => stepSpeed(-1),
  '>': () => stepSpeed(1),
  s: () => listen({ skipsSilence: !usePlayer.getState().skipsSilence }),
}

/** Keyboard shortcuts of the player, unless the focused element handles the key itself. */
export function usePlayerKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const action = actions[key]
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || hasOwnUse(event.target, event.key)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const choosing = '[type="range"], [type="checkbox"], [type="radio"]'
const typing =
  `input:not(${choosing}), textarea, select, [contenteditable="true"], ` +
  '[role="dialog"], [role="listbox"], [role="menu"]'
const pressable = 'button, a[href], summary, [role="button"], [type="checkbox"], [type="radio"]'
const stepping = '[type="range"], [type="radio"]'

function hasOwnUse(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(typing)) return true
  if (key.startsWith('Arrow')) return target.matches(stepping)
  return key === ' ' && target.closest(pressable) !== null
}
