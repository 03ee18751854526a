import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

let count = 0

/** A library that another took the place of, as a recovery leaves it; its id. */
export async function givenReplacedLibrary(dataDir: string): Promise<string> {
  const id = `2026-11-23T15-04-05-${String(count++).padStart(3, '0')}Z`
  const folder = path.join(dataDir, 'replaced', id)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'secret-key'), 'a key')
  return id
}
