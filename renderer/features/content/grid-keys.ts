/** What a key does in the list: moves to a row, extends the selection, or acts on it. */
export type GridAction =
  | { do: 'move'; index: number; isRange: boolean }
  | { do: 'toggle' }
  | { do: 'all' }
  | { do: 'none' }
  | { do: 'open' }
  | { do: 'delete' }

type Pressed = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}
type GridPosition = { index: number; count: number; page: number }

/** Undefined if the grid does not handle the key. */
export function gridAction(pressed: Pressed, position: GridPosition): GridAction | undefined {
  const { key, shiftKey: isRange, altKey } = pressed
  const isCommand = pressed.ctrlKey || pressed.metaKey
  if (altKey) return undefined
  if (isCommand) return key.toLowerCase() === 'a' ? { do: 'all' } : undefined
  const index = target(key, position)
  if (index !== undefined) return { do: 'move', index, isRange }
  if (key === ' ') return isRange ? undefined : { do: 'toggle' }
  if (key === 'Enter') return { do: 'open' }
  if (key === 'Escape') return { do: 'none' }
  return key === 'Delete' || key === 'Backspace' ? { do: 'delete' } : undefined
}

function target(key: string, { index, count, page }: GridPosition): number | undefined {
  const within = (wanted: number) => Math.max(0, Math.min(count - 1, wanted))
  switch (key) {
    case 'ArrowDown':
      return within(index + 1)
    case 'ArrowUp':
      return within(index - 1)
    case 'PageDown':
      return within(index + page)
    case 'PageUp':
      return within(index - page)
    case 'Home':
      return 0
    case 'End':
      return within(count - 1)
    default:
      return undefined
  }
}
