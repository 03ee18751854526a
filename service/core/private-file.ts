import { randomUUID } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { writeFlushed } from './write-flushed.ts'

/** Mode 0600, and whole or not at all: written beside, synced, renamed (reliability.md L-7). */
export async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    await writeFlushed(part, content)
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

/** The JSON of a file; null where it is absent, damaged or of another form. For files whose loss costs little. */
export async function readJsonFile<Schema extends TSchema>(
  schema: Schema,
  file: string,
): Promise<Static<Schema> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Value.Check(schema, value) ? value : null
  } catch {
    return null
  }
}

export const writeJsonFile = (file: string, value: unknown): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
