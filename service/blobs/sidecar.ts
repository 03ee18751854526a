import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { writeFlushed } from '../core/write-flushed.ts'
import { beginsSealed, openBytes, sealBytes } from '../encryption/sealed-file.ts'
import { ignoreMissing, moveInto } from './durable-file.ts'

/** What lies beside each recording as ID.json, from which its entry is made again where its row is lost. */
export const Sidecar = Type.Object({
  format: Type.Literal(1),
  id: Type.String(),
  project: Type.Object({ id: Type.String(), name: Type.String() }),
  filename: Type.String(),
  /** As a person called it. */
  title: Type.Optional(Type.String()),
  recorded_at: Type.Optional(Type.String()),
  content_type: Type.String(),
  size_bytes: Type.Integer(),
  /** Of the whole file, in hexadecimal; null where it is not known. */
  sha256: Type.Union([Type.String(), Type.Null()]),
  source: Type.Union([Type.Literal('recording'), Type.Literal('import')]),
  /** ISO 8601, UTC, as `toIso` writes it. */
  created_at: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }),
})
export type Sidecar = Static<typeof Sidecar>

export const toSidecarBytes = (sidecar: Sidecar): Buffer =>
  Buffer.from(`${JSON.stringify(sidecar, null, 2)}\n`)

/** Null where it is none of ours. */
export function parseSidecar(plain: Buffer): Sidecar | null {
  try {
    const found: unknown = JSON.parse(plain.toString('utf8'))
    return Value.Check(Sidecar, found) ? found : null
  } catch {
    return null
  }
}

export const sidecarFileOf = (recording: string): string => `${recording}.json`

/**
 * Beside the recording of this path: whole or not at all, and on disk once this resolves; sealed where there is a
 * key.
 */
export async function writeSidecar(
  incoming: string,
  recording: string,
  { sidecar, filesKey }: { sidecar: Sidecar; filesKey: Buffer | null },
): Promise<void> {
  const plain = toSidecarBytes(sidecar)
  await writeSidecarFile(incoming, recording, filesKey ? sealBytes(filesKey, plain) : plain)
}

async function writeSidecarFile(incoming: string, recording: string, bytes: Buffer): Promise<void> {
  const part = path.join(incoming, `${path.basename(recording)}.${randomUUID()}.part`)
  try {
    await writeFlushed(part, bytes)
    await moveInto(part, sidecarFileOf(recording))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Seals a sidecar that is plain, or makes a sealed one plain; what is so already, or is damaged, stays. */
export async function convertSidecar(
  incoming: string,
  recording: string,
  { filesKey, to }: { filesKey: Buffer; to: 'sealed' | 'plain' },
): Promise<void> {
  const found = await readFile(sidecarFileOf(recording)).catch(ignoreMissing)
  if (!found || beginsSealed(found) === (to === 'sealed')) return
  const plain = unsealSidecar(found, filesKey)
  if (plain === null) return
  await writeSidecarFile(incoming, recording, to === 'sealed' ? sealBytes(filesKey, plain) : plain)
}

/** Null where there is none, or none of ours. `filesKey` opens one that is sealed. */
export async function readSidecar(
  recording: string,
  filesKey: Buffer | null,
): Promise<Sidecar | null> {
  try {
    const plain = unsealSidecar(await readFile(sidecarFileOf(recording)), filesKey)
    return plain && parseSidecar(plain)
  } catch {
    return null
  }
}

/** As it is where it is plain; null where it cannot be opened. */
function unsealSidecar(bytes: Buffer, filesKey: Buffer | null): Buffer | null {
  if (!beginsSealed(bytes)) return bytes
  try {
    return filesKey && openBytes(filesKey, bytes)
  } catch {
    return null
  }
}
