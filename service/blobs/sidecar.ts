import { randomUUID } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { moveInto } from './durable-file.ts'

/**
 * What lies beside each recording as ID.json, so that a library can be rebuilt from its files where the
 * database is lost. Times are ISO 8601 in UTC.
 */
export const Sidecar = Type.Object({
  format: Type.Literal(1),
  id: Type.String(),
  project: Type.Object({ id: Type.String(), name: Type.String() }),
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Type.Integer(),
  /** Of the whole file, in hexadecimal. */
  sha256: Type.String(),
  source: Type.Union([Type.Literal('recording'), Type.Literal('import')]),
  created_at: Type.String(),
})
export type Sidecar = Static<typeof Sidecar>

/** Whole or not at all, and on disk once this resolves. */
export async function writeSidecar(
  incoming: string,
  target: string,
  sidecar: Sidecar,
): Promise<void> {
  const part = `${incoming}/${sidecar.id}.${randomUUID()}.part`
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(sidecar, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await moveInto(part, target)
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
