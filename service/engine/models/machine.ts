/** This machine's resources for models. */
import os from 'node:os'

/** Memory in bytes; in a container, its limit. */
export function machineMemory(): number {
  // 0 if unconstrained; without a limit, some systems report a number larger than any memory.
  const bound = process.constrainedMemory()
  return bound > 0 ? Math.min(bound, os.totalmem()) : os.totalmem()
}

export const machineCores = (): number => os.availableParallelism()
