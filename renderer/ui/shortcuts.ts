import { useEffect } from 'react'
import { create } from 'zustand'

/** A group of related shortcuts, as people read them. */
export type KeyGroup = {
  title: string
  keys: readonly { label: string; names: readonly string[] }[]
}

type Shortcuts = {
  /** By the component that offers them. */
  offered: Readonly<Record<string, readonly KeyGroup[]>>
  isOpen: boolean
}

export const useShortcutStore = create<Shortcuts>(() => ({ offered: {}, isOpen: false }))

/** Lists these shortcuts in the help while the component is mounted. */
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

/** Whether a key opens the help: a question mark outside of text fields. */
export function asksForHelp(event: Pressed, target: { closest(what: string): unknown } | null) {
  if (event.key !== '?' || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !target?.closest(typing)
}
