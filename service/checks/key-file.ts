import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { secretBytes, secretFormOf } from '../encryption/secret-form.ts'
import { failed, notConfigured, ok, reasonOf, type Finding } from './finding.ts'

/** The key that seals what the database holds of other services: there, whole and private. */
export async function checkKey({ dataDir }: Config): Promise<Finding> {
  const file = path.join(dataDir, 'secret-key')
  let content: Buffer
  try {
    content = await readFile(file)
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT')
      return notConfigured('there is none yet; the first start makes one')
    return failed(
      `${file} cannot be read (${reasonOf(error)})`,
      'Give it to the user that the service runs as.',
    )
  }
  const form = secretFormOf(content)
  // Sealed it is longer.
  if (content.length < secretBytes) {
    return failed(
      `${file} has ${content.length} bytes, and needs ${secretBytes}`,
      'Put the right file back: another one opens nothing that this one sealed.',
    )
  }
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return failed(`${file} can be read by other users`, `chmod 600 ${file}`)
  }
  return ok(form === 'plain' ? 'readable by this user alone' : `sealed (${form})`)
}
