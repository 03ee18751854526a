import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Reads a settings file of the shell; returns `usual` if the file is missing or damaged. */
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

/** Renames the file once it is complete, so a crash leaves either the old file or the new one. */
export function writeJsonFile(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
