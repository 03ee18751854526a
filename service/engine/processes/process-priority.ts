/** Runs engine processes at a lower priority than interactive programs. */
import os from 'node:os'

/**
 * Higher values are expensive: with both cores busy, an 11 s clip took 80 to 100 s at 10 (12 s at
 * 0) and missed its deadline.
 */
const niceness = 2

/** @param pid of a child; this process if omitted */
export function lowerPriority(pid?: number): void {
  try {
    os.setPriority(pid ?? process.pid, niceness)
  } catch {
    // Not permitted, or the child has exited, which its exit event reports.
  }
}
