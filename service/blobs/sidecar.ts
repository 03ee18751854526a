import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { writeFlushed } from '../core/write-flushed.ts'
import { asRefusal, moveInto } from './durable-file.ts'

/** What lies beside each recording as ID.json, from which its entry is made again where its row is lost. */
export const Sidecar = Type.Object({
  format: Type.Literal(1),
  id: Type.String(),
  project: Type.Object({ id: Type.String(), name: Type.String() }),
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Type.Integer(),
  /** Of the whole file, in hexadecimal; null where it is not known. */
  sha256: Type.Union([Type.String(), Type.Null()]),
  source: Type.Union([Type.Literal('recording'), Type.Literal('import')]),
  /** ISO 8601, UTC, as `toIso` writes it. */
  created_at: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }),
})
export type Sidecar = Static<typeof Sidecar>

/** Whole or not at all, and on disk once this resolves. Throws `insufficient_storage` for a full disk. */
export async function writeSidecar(
  incoming: string,
  target: string,
  sidecar: Sidecar,
): Promise<void> {
  const part = path.join(incoming, `${sidecar.id}.${randomUUID()}.part`)
  try {
    await writeFlushed(part, `${JSON.stringify(sidecar, null, 2)}\n`)
    await moveInto(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw asRefusal(error)
  }
}

/** Null where there is none, or none of ours. */
export async function readSidecar(file: string): Promise<Sidecar | null> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Value.Check(Sidecar, found) ? found : null
  } catch {
    return null
  }
}
