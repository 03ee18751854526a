/** Builds of llama.cpp that the owner added: those for CUDA are 600 MB and not part of the software. */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Lets node-llama-cpp find its packages in the `node_modules` of this folder first, in this process. */
export function addPackages(folder: string): void {
  const parentURL = pathToFileURL(path.join(folder, 'package.json')).href
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.startsWith('@node-llama-cpp/')) return next(specifier, context)
      try {
        return next(specifier, { ...context, parentURL })
      } catch {
        return next(specifier, context)
      }
    },
  })
}
