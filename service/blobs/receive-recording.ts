import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../core/errors.ts'
import { createSealer, SealBroken } from '../encryption/sealed-file.ts'
import { moveInto, writeExactly } from './durable-file.ts'
import type { Lending } from './lending.ts'
import type { RecordingKeys } from './recording-file.ts'
import {
  newRecordingKey,
  readRecordingKey,
  removeRecordingKey,
  writeRecordingKey,
} from './recording-keys.ts'
import { sidecarFileOf, writeSidecar, type Sidecar } from './sidecar.ts'

export type Expected = {
  bytes: number
  /** In hexadecimal, where the sender told it. */
  sha256?: string | null | undefined
  /** Null where the item is gone. */
  describe?: (sha256: string) => Promise<Sidecar | null>
  signal?: AbortSignal
}

type Reception = {
  incoming: string
  /** Where the recording goes. */
  file: string
  idleMs: number
  /** What it is sealed with. */
  keys: RecordingKeys | null
  alone: Lending['alone']
}

/** Sealed as it comes where there are keys: nothing of it lies on the disk in plain. */
export async function receiveRecording(
  stream: Readable,
  { incoming, file, idleMs, keys, alone }: Reception,
  { bytes, sha256: told = null, describe, signal }: Expected,
): Promise<{ sha256: string }> {
  // What was received once and is sent again is sealed with the same key, so that it can be read at any moment.
  const known = keys && (await readKnownKey(file, keys))
  const key = keys && (known ?? newRecordingKey())
  const sealer = key && createSealer(key)
  const name = path.basename(file)
  const { part, sha256 } = await writeExactly(
    { folder: incoming, name, bytes, idleMs, signal, sealer },
    stream,
  )
  try {
    if (told !== null && told !== sha256) throw otherBytes()
    const sidecar = await describe?.(sha256)
    await alone(async () => {
      // First, so that what is a recording has its key and its sidecar.
      if (key && !known) {
        await writeRecordingKey(incoming, file, { key, recordingsKey: keys.recordings })
      }
      if (sidecar) await writeSidecar(incoming, file, { sidecar, filesKey: keys?.files ?? null })
      await moveInto(part, file)
    })
  } catch (error) {
    for (const made of [part, sidecarFileOf(file)]) await rm(made, { force: true })
    if (!known) await removeRecordingKey(file)
    throw error
  }
  return { sha256 }
}

export const otherBytes = () =>
  new ApiError('upload_refused', 'The file does not have the SHA-256 that was announced.')

async function readKnownKey(file: string, keys: RecordingKeys): Promise<Buffer | null> {
  try {
    return await readRecordingKey(file, keys.recordings)
  } catch (error) {
    // Nothing opens what it belonged to.
    if (error instanceof SealBroken) return null
    throw error
  }
}
