import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Of this software, as in package.json. */
export async function readVersion(): Promise<string> {
  const file = path.join(import.meta.dirname, '../package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string } // our own file
  return version
}
