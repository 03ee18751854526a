import { globalShortcut } from 'electron'
import type { ShortcutState } from './desktop-api.ts'
import type { SettingsFile } from './settings.ts'

export type Shortcut = {
  state: () => ShortcutState
  /** Null switches it off. Keys that are invalid or already taken are stored but not active. */
  set: (accelerator: string | null) => ShortcutState
  release: () => void
}

const keys =
  /^((CommandOrControl|Command|Control|Alt|Shift|Super)\+){1,3}([A-Z0-9]|F([1-9]|1\d|2[0-4])|Space)$/

/** Whether a text names a key combination that may be claimed globally: never a bare letter. */
export const isAccelerator = (text: string): boolean => keys.test(text)

/** The global shortcut that starts and stops a recording. */
export function createShortcut(settings: SettingsFile, onPress: () => void): Shortcut {
  let state: ShortcutState = { accelerator: null, isActive: false }
  const release = () => {
    if (state.accelerator !== null && state.isActive) globalShortcut.unregister(state.accelerator)
    state = { ...state, isActive: false }
  }
  const take = (accelerator: string | null): ShortcutState => {
    release()
    const isActive = accelerator !== null && isAccelerator(accelerator) && register(accelerator)
    state = { accelerator, isActive }
    return state
  }
  const register = (accelerator: string): boolean => {
    try {
      return globalShortcut.register(accelerator, onPress)
    } catch {
      return false // not on this keyboard
    }
  }
  take(settings.read().shortcut)
  return {
    state: () => state,
    set: (accelerator) => {
      settings.change({ shortcut: accelerator })
      return take(accelerator)
    },
    release,
  }
}
