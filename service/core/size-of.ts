import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Bytes of a file or of all files below a folder; 0 of what is not there, or goes meanwhile. */
export async function sizeOf(place: string): Promise<number> {
  const found = await stat(place).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) {
    // A link counts where it leads to, or not at all: never twice, and never in a circle.
    if (entry.isSymbolicLink()) continue
    sum += await sizeOf(path.join(place, entry.name))
  }
  return sum
}
