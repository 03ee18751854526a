import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** What a file of the shell holds; `usual` at the first start, and where it is damaged. */
export function readJsonFile<T extends TSchema>(
  file: string,
  shape: T,
  usual: Static<T>,
): Static<T> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(shape, value) ? value : usual
  } catch {
    return usual
  }
}

/** Named when it is whole: a crash leaves the old file or the new one. */
export function writeJsonFile(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
