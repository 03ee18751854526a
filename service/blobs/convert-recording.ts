import { createHash, randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../core/hash-file.ts'
import { createSealer, openSealedFile } from '../encryption/sealed-file.ts'
import { ignoreMissing, moveInto, writeAll } from './durable-file.ts'
import type { Lending } from './lending.ts'
import {
  hashStream,
  withRecording,
  type OpenRecording,
  type RecordingKeys,
} from './recording-file.ts'
import {
  newRecordingKey,
  readRecordingKey,
  readRecordingKeys,
  removeRecordingKey,
  writeRecordingKey,
} from './recording-keys.ts'
import { convertSidecar } from './sidecar.ts'

export type ConversionPlace = Pick<Lending, 'alone' | 'isLent'> & {
  incoming: string
  keys: RecordingKeys
  signal: AbortSignal
  /** Throws where the disk has no room for so many bytes. */
  requireSpace: (bytes: number) => Promise<void>
}

/**
 * Seals the recording of this path, with the newest of its keys, or makes it plain: a copy beside it, flushed and compared, takes its place. A
 * kill at any moment leaves a recording that can be read, and the next call goes on. `later` where a program reads
 * the file. Throws SealBroken where it is damaged, and leaves it as it is.
 */
export async function convertRecording(
  file: string,
  to: 'sealed' | 'plain',
  place: ConversionPlace,
): Promise<'done' | 'later'> {
  // First when sealing and before the key goes when not, so that a key says that all is sealed.
  if (to === 'sealed') await convertItsSidecar(file, to, place)
  const end = await withRecording(file, place.keys, async (recording) => {
    if (to === 'sealed') {
      return recording.isSealedAnew ? 'done' : sealRecording(file, recording, place)
    }
    return recording.isSealed ? replaceRecording(file, recording, place, {}) : 'done'
  })
  if (to === 'sealed') await place.alone(() => removeFormerKeys(file, place))
  else {
    await convertItsSidecar(file, to, place)
    await place.alone(() => removeNeedlessKey(file, place))
  }
  return end ?? 'done'
}

async function removeNeedlessKey(file: string, { keys }: ConversionPlace): Promise<void> {
  const isSealed = await withRecording(file, keys, async (now) => now.isSealed)
  if (isSealed === false) await removeRecordingKey(file)
}

/** Once the recording is sealed with its newest key: what a kill leaves of them opens it as well. */
async function removeFormerKeys(file: string, { incoming, keys }: ConversionPlace): Promise<void> {
  const { recordings: recordingsKey } = keys
  const [key, ...former] = await readRecordingKeys(file, recordingsKey)
  if (!key || former.length === 0) return
  const isSealedAnew = await withRecording(file, keys, async (now) => now.isSealedAnew)
  if (isSealedAnew) await writeRecordingKey(incoming, file, { key, recordingsKey })
}

const convertItsSidecar = (
  file: string,
  to: 'sealed' | 'plain',
  { incoming, keys, alone }: ConversionPlace,
): Promise<void> =>
  alone(async () => {
    // What was deleted must not come back.
    if (!(await stat(file).catch(ignoreMissing))) return
    await convertSidecar(incoming, file, { filesKey: keys.files, to })
  })

async function sealRecording(
  file: string,
  recording: OpenRecording,
  place: ConversionPlace,
): Promise<'done' | 'later'> {
  const { recordings: recordingsKey } = place.keys
  // One that a kill left behind is as good.
  const known = await readRecordingKey(file, recordingsKey)
  const key = known ?? newRecordingKey()
  return replaceRecording(file, recording, place, {
    key,
    before: async () => {
      if (!known) await writeRecordingKey(place.incoming, file, { key, recordingsKey })
    },
  })
}

type Replacement = { key?: Buffer; before?: () => Promise<void> }

async function replaceRecording(
  file: string,
  recording: OpenRecording,
  { incoming, alone, isLent, signal, requireSpace }: ConversionPlace,
  { key, before }: Replacement,
): Promise<'done' | 'later'> {
  if (isLent(file)) return 'later'
  await requireSpace(recording.bytes)
  const part = path.join(incoming, `${path.basename(file)}.${randomUUID()}.part`)
  try {
    const written = await writeCopy(part, recording, { key, signal })
    if ((await hashCopy(part, { key, signal })) !== written)
      throw new Error('A copy is not what was written.')
    return await alone(async () => {
      if (isLent(file)) return 'later'
      const now = await stat(file).catch(ignoreMissing)
      // Deleted meanwhile, or moved.
      if (now?.ino !== recording.inode) return 'done'
      await before?.()
      await moveInto(part, file)
      return 'done'
    })
  } finally {
    await rm(part, { force: true })
  }
}

/** On disk once it resolves, with the time of what it is a copy of. Resolves with the hash of the plain bytes. */
async function writeCopy(
  part: string,
  recording: OpenRecording,
  { key, signal }: { key: Buffer | undefined; signal: AbortSignal },
): Promise<string> {
  const sealer = key && createSealer(key)
  const hash = createHash('sha256')
  const copy = await open(part, 'wx', 0o600)
  try {
    for await (const chunk of recording.read()) {
      signal.throwIfAborted()
      hash.update(chunk)
      if (sealer) await writeAll(copy, sealer.add(chunk))
      else await copy.appendFile(chunk)
    }
    if (sealer) await writeAll(copy, sealer.end())
    await copy.utimes(recording.changedAt, recording.changedAt)
    await copy.sync()
  } finally {
    await copy.close()
  }
  return hash.digest('hex')
}

async function hashCopy(
  part: string,
  { key, signal }: { key: Buffer | undefined; signal: AbortSignal },
): Promise<string> {
  if (!key) return hashFile(part, { signal })
  const sealed = await openSealedFile(part, key)
  return hashStream(sealed.read(), signal).finally(() => sealed.close())
}
