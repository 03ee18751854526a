/** How node-llama-cpp's modules are found and loaded in the language-model process. */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Lets node-llama-cpp find its packages in the `node_modules` of this folder first: builds of llama.cpp that the owner
 * added, such as those for CUDA, which are 600 MB and not part of the software.
 */
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

const testModule = '/node-llama-cpp/dist/bindings/utils/testBindingBinary.js'

/**
 * node-llama-cpp loads a build in another process first, to see whether it crashes. Ours is that process already: the
 * service starts it anew. And in the packed app there is no other: its program runs no script as plain Node (reliability.md
 * E-6), so that no build would pass.
 */
export function loadWithoutTest(): void {
  registerHooks({
    load: (url, context, next) => {
      if (!url.endsWith(testModule)) return next(url, context)
      const source = 'export const testBindingBinary = async () => true'
      return { format: 'module', source, shortCircuit: true }
    },
  })
}
