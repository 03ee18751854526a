/** Stands for a model stuck in native code: the main thread hears nothing any more. */
import { watchParent } from '../../service/engine/llama/parent-watch.ts'

watchParent()
process.send?.('stuck', () => {
  const forever = new Int32Array(new SharedArrayBuffer(4))
  Atomics.wait(forever, 0, 0)
})
