import { useEffect } from 'react'
import { create } from 'zustand'

/** Keys that belong together, as people read them. */
export type KeyGroup = {
  title: string
  keys: readonly { label: string; names: readonly string[] }[]
}

type Shortcuts = {
  /** By who offers them. */
  offered: Readonly<Record<string, readonly KeyGroup[]>>
  isOpen: boolean
}

export const useShortcutStore = create<Shortcuts>(() => ({ offered: {}, isOpen: false }))

/** Tells these keys in the help for as long as the component is there. */
export function useShortcuts(source: string, groups: readonly KeyGroup[]): void {
  useEffect(() => {
    useShortcutStore.setState(({ offered }) => ({ offered: { ...offered, [source]: groups } }))
    return () =>
      useShortcutStore.setState(({ offered }) => ({
        offered: Object.fromEntries(Object.entries(offered).filter(([name]) => name !== source)),
      }))
  }, [source, groups])
}

export const openShortcuts = (): void => useShortcutStore.setState({ isOpen: true })
export const closeShortcuts = (): void => useShortcutStore.setState({ isOpen: false })

const choosing = '[type="range"], [type="checkbox"], [type="radio"]'
const typing =
  `input:not(${choosing}), textarea, select, [contenteditable="true"], ` +
  '[role="dialog"], [role="listbox"], [role="menu"]'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/** Whether a key asks for the help: a question mark that is not typed into something. */
export function asksForHelp(event: Pressed, target: { closest(what: string): unknown } | null) {
  if (event.key !== '?' || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !target?.closest(typing)
}
