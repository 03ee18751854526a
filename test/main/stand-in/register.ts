/**
 * Loaded before `main/index.ts` (`node --import`): gives plain Node the module `electron`, with real
 * Chromium for its window and real processes for its utility processes.
 */
import { registerHooks } from 'node:module'

const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
