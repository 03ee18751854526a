/**
 * Loaded before `main/index.ts` (`node --import`): gives plain Node the module `electron`, with real
 * Chromium for its window and real processes for its utility processes.
 */
import { registerHooks } from 'node:module'
import os from 'node:os'

const standIn = new URL('electron.ts', import.meta.url).href

/** The owner's key, which is part of a build; that of a test is its own. */
const key = process.env['EARSHOT_STAND_IN_UPDATE_KEY']
const keyModule = `data:text/javascript,export const updateKey = ${encodeURIComponent(JSON.stringify(key))}`

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'electron') return { url: standIn, shortCircuit: true }
    if (key !== undefined && specifier === './update-key.ts')
      return { url: keyModule, shortCircuit: true }
    return next(specifier, context)
  },
})

// Some of what the shell does, it does on a Mac only; the service and its engines stay where they are.
if (process.env['EARSHOT_STAND_IN_SYSTEM'] === 'macOS') {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  os.release = () => '24.0.0'
}
