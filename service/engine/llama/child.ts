/** The entry of the language-model process: what holds for node-llama-cpp's modules is set up before they are loaded. */
import { loadWithoutTest } from './module-hooks.ts'

loadWithoutTest()
await import('./model-process.ts')
