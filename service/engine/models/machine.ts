/** What this machine has to offer to a model. */
import os from 'node:os'

/** Its memory in bytes; in a container, what that may use. */
export function machineMemory(): number {
  // 0 where nothing bounds it; without a limit some systems tell a number beyond all memory.
  const bound = process.constrainedMemory()
  return bound > 0 ? Math.min(bound, os.totalmem()) : os.totalmem()
}

export const machineCores = (): number => os.availableParallelism()
