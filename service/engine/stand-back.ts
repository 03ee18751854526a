/** How children stand back behind the programs a person works with. */
import os from 'node:os'

/**
 * More is worse than it looks: with both cores busy, 10 let an 11 s clip wait 80 to 100 s (12 s at
 * 0), past its deadline.
 */
const niceness = 2

/** @param pid of a child; left out, this process */
export function standBack(pid?: number): void {
  try {
    os.setPriority(pid ?? process.pid, niceness)
  } catch {
    // Not allowed here, or the child has ended already, which is told by its exit.
  }
}
