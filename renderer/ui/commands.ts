import { useEffect, useEffectEvent, type ComponentType } from 'react'
import { create } from 'zustand'

/** A command for the palette. Screens and features offer theirs while they are mounted. */
export type Command = {
  id: string
  kind: 'action' | 'place' | 'setting'
  label: string
  /** Other words that people may search for. */
  keywords?: string
  Icon: ComponentType<{ size?: number | string; 'aria-hidden'?: 'true' }>
  run: () => void
}

type Commands = {
  /** By the component that offers them. */
  offered: Readonly<Record<string, readonly Command[]>>
  isPaletteOpen: boolean
  /** Whether its field is ready for typing. */
  isPaletteShown: boolean
  /** Text typed before the field was ready. */
  typedAhead: string
  /** A command waiting for its screen to open. */
  awaited: string | null
}

export const useCommandStore = create<Commands>(() => ({
  offered: {},
  isPaletteOpen: false,
  isPaletteShown: false,
  typedAhead: '',
  awaited: null,
}))

/** Offers these commands while the component is mounted. */
export function useCommands(source: string, commands: readonly Command[]): void {
  useEffect(() => {
    useCommandStore.setState(({ offered }) => ({ offered: { ...offered, [source]: commands } }))
  }, [source, commands])
  useEffect(() => () => withdraw(source), [source])
}

function withdraw(source: string): void {
  useCommandStore.setState(({ offered }) => ({
    offered: Object.fromEntries(Object.entries(offered).filter(([name]) => name !== source)),
  }))
}

/** Requests a command from another screen, to run as soon as that screen is mounted. */
export const awaitCommand = (id: string): void => useCommandStore.setState({ awaited: id })

/** Runs a command requested by `awaitCommand`, now or when the component mounts; null while it cannot yet. */
export function useAwaitedCommand(id: string | null, run: () => void): void {
  const isAwaited = useCommandStore(({ awaited }) => id !== null && awaited === id)
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!isAwaited) return
    useCommandStore.setState({ awaited: null })
    act()
  }, [isAwaited])
}

export const openPalette = (): void =>
  useCommandStore.setState({ isPaletteOpen: true, typedAhead: '' })

export const closePalette = (): void => useCommandStore.setState({ isPaletteOpen: false })
