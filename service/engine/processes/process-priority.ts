/** Engine processes run at a lower priority than the programs a person works with. */
import os from 'node:os'

/**
 * A higher value costs more than it seems: with both cores busy, an 11 s clip took 80 to 100 s at 10
 * (12 s at 0) and missed its deadline.
 */
const niceness = 2

/** @param pid of a child; left out, this process */
export function lowerPriority(pid?: number): void {
  try {
    os.setPriority(pid ?? process.pid, niceness)
  } catch {
    // Not permitted here, or the child has already ended, which its exit event reports.
  }
}
