/**
 * Loaded before `main/index.ts` (`node --import`): gives plain Node the module `electron`, with real
 * Chromium for its window and real processes for its utility processes.
 */
import { registerHooks } from 'node:module'
import os from 'node:os'

const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

// Some of what the shell does, it does on a Mac only; the service and its engines stay where they are.
if (process.env['EARSHOT_STAND_IN_SYSTEM'] === 'macOS') {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  os.release = () => '24.0.0'
}
