import { useEffect, useEffectEvent, type ComponentType } from 'react'
import { create } from 'zustand'

/** Something that the command palette offers. Screens and features tell theirs while they are shown. */
export type Command = {
  id: string
  kind: 'action' | 'place' | 'setting'
  label: string
  /** Other words that people look for it by. */
  keywords?: string
  Icon: ComponentType<{ size?: number | string; 'aria-hidden'?: 'true' }>
  run: () => void
}

type Commands = {
  /** By who offers them. */
  offered: Readonly<Record<string, readonly Command[]>>
  isPaletteOpen: boolean
  /** Its field is there to be typed into. */
  isPaletteShown: boolean
  /** What was typed before that. */
  typedAhead: string
  /** A command whose screen is still being opened. */
  awaited: string | null
}

export const useCommandStore = create<Commands>(() => ({
  offered: {},
  isPaletteOpen: false,
  isPaletteShown: false,
  typedAhead: '',
  awaited: null,
}))

/** Offers these commands for as long as the component is there. */
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

/** Asks for something that another screen does, as soon as that screen is there. */
export const awaitCommand = (id: string): void => useCommandStore.setState({ awaited: id })

/** Does what was asked for by `awaitCommand`, now or when the component comes. */
export function useAwaitedCommand(id: string, run: () => void): void {
  const isAwaited = useCommandStore(({ awaited }) => awaited === id)
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
