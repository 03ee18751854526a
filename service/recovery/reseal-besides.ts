import path from 'node:path'
import { copyLasting } from '../backup/copy-file.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import {
  keyFileOf,
  newRecordingKey,
  readRecordingKeys,
  writeRecordingKey,
} from '../blobs/recording-keys.ts'
import { readSidecar, sidecarFileOf, writeSidecar } from '../blobs/sidecar.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'

type Reseal = {
  from: LibraryKeys
  to: LibraryKeys
  /** Gives the recording a key of its own anew; the library seals its sound with that while it is used. */
  isRekeyed?: boolean
}

/**
 * What lies beside a recording, its key and its sidecar, beside a copy of it, under the keys of another library. Throws
 * SealBroken where its key is damaged.
 */
export async function resealBesides(
  file: string,
  copy: string,
  { from, to, isRekeyed = false }: Reseal,
): Promise<void> {
  const known = await readRecordingKeys(file, from.recordings)
  const incoming = path.dirname(copy)
  const [key, ...former] = isRekeyed && known.length > 0 ? [newRecordingKey(), ...known] : known
  if (key) await writeRecordingKey(incoming, copy, { key, former, recordingsKey: to.recordings })
  const sidecar = await readSidecar(file, from.files)
  if (sidecar) await writeSidecar(incoming, copy, { sidecar, filesKey: to.files })
}

/** The same beside a copy of the recording as it is, where the library stays the same. */
export async function copyBesides(file: string, copy: string): Promise<void> {
  for (const besides of [sidecarFileOf, keyFileOf]) {
    await copyLasting(besides(file), besides(copy), null).catch(ignoreMissing)
  }
}
