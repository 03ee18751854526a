import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { writeFlushed } from '../core/write-flushed.ts'
import { openBytes, SealBroken, sealBytes, sealedBytesOf } from '../encryption/sealed-file.ts'
import { ignoreMissing, moveInto, syncFolder } from './durable-file.ts'

/**
 * In an encrypted library each recording has a random key of its own, beside it as `ID.key`, sealed with one of
 * the library's keys. Whoever removes this small file, and its copies in backups, has removed the recording from every
 * place (decision 0081). After a rekey it holds the new key and, until the recording was sealed with that, those before.
 */
export const keyFileOf = (recording: string): string => `${recording}.key`

/** Told with the key, so that the key of one recording is not taken for that of another. */
const nameOf = (recording: string): Buffer => Buffer.from(`${path.basename(recording)} `)

export const newRecordingKey = (): Buffer => randomBytes(32)

const keyBytes = 32

/**
 * The key of the recording of this path, and those before it that its sound may still be sealed with, the newest first;
 * empty where it has none. Throws SealBroken where its file is damaged, is of another recording, or belongs to another
 * library.
 */
export async function readRecordingKeys(
  recording: string,
  recordingsKey: Buffer,
): Promise<Buffer[]> {
  const sealed = await readFile(keyFileOf(recording)).catch(ignoreMissing)
  if (!sealed) return []
  const plain = openBytes(recordingsKey, sealed)
  const name = nameOf(recording)
  const keys = plain.subarray(name.length)
  const isWhole = keys.length > 0 && keys.length % keyBytes === 0
  if (!isWhole || !plain.subarray(0, name.length).equals(name)) {
    throw new SealBroken('its key is of another one')
  }
  return Array.from({ length: keys.length / keyBytes }, (_, at) =>
    keys.subarray(at * keyBytes, (at + 1) * keyBytes),
  )
}

/** The one that the recording is sealed with from now on; null where it has none. Throws SealBroken. */
export const readRecordingKey = async (
  recording: string,
  recordingsKey: Buffer,
): Promise<Buffer | null> => (await readRecordingKeys(recording, recordingsKey))[0] ?? null

/** Whether the file of a recording's key holds no key from before a rekey; told from its size in bytes. */
export const isOneKey = (recording: string, bytes: number): boolean =>
  bytes === sealedBytesOf(nameOf(recording).length + keyBytes)

/** Whole or not at all, and on disk once this resolves; written in `incoming` first. */
export async function writeRecordingKey(
  incoming: string,
  recording: string,
  { key, former = [], recordingsKey }: NewRecordingKey,
): Promise<void> {
  const sealed = sealBytes(recordingsKey, Buffer.concat([nameOf(recording), key, ...former]))
  await writeKeyFile(incoming, recording, sealed)
}

type NewRecordingKey = {
  key: Buffer
  /** Those that the sound may still be sealed with. */
  former?: readonly Buffer[]
  recordingsKey: Buffer
}

/** Before the recording itself moves, so that it has its key in either place. False where it has none. */
export async function copyRecordingKey(
  incoming: string,
  from: string,
  to: string,
): Promise<boolean> {
  const sealed = await readFile(keyFileOf(from)).catch(ignoreMissing)
  if (sealed) await writeKeyFile(incoming, to, sealed)
  return sealed !== undefined
}

async function writeKeyFile(incoming: string, recording: string, sealed: Buffer): Promise<void> {
  const part = path.join(incoming, `${path.basename(recording)}.${randomUUID()}.part`)
  try {
    await writeFlushed(part, sealed)
    await moveInto(part, keyFileOf(recording))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Nothing opens the recording from here on, also after a power cut. */
export async function removeRecordingKey(recording: string): Promise<void> {
  await rm(keyFileOf(recording), { force: true })
  await syncFolder(path.dirname(recording)).catch(ignoreMissing)
}
