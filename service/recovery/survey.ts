import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../blobs/durable-file.ts'
import type { RecordingKeys } from '../blobs/recording-file.ts'
import { readSidecar, sidecarFileOf, type Sidecar } from '../blobs/sidecar.ts'
import { isId } from '../core/ids.ts'

/** A recording's file, found without the database. */
export type FoundFile = { id: string; file: string; bytes: number; changedAt: Date }

/** Every recording on the disk, those that a start set aside too. */
export async function findRecordings(dataDir: string): Promise<FoundFile[]> {
  const recordings = path.join(dataDir, 'recordings')
  const found: FoundFile[] = []
  for (const folder of [recordings, path.join(recordings, 'orphaned')]) {
    const names = (await readdir(folder).catch(ignoreMissing)) ?? []
    for (const id of names.filter((name) => isId('cont', name))) {
      const file = path.join(folder, id)
      const facts = await stat(file).catch(ignoreMissing)
      if (facts?.isFile()) found.push({ id, file, bytes: facts.size, changedAt: facts.mtime })
    }
  }
  return found
}

export const sidecarOf = (
  { file }: FoundFile,
  keys: RecordingKeys | null,
): Promise<Sidecar | null> => readSidecar(file, keys?.files ?? null)

/** How many there are, how large they are, and how many have a sidecar, from which an entry is made again. */
export async function countRecordings(dataDir: string) {
  const found = await findRecordings(dataDir)
  const described = await Promise.all(
    found.map(({ file }) => stat(sidecarFileOf(file)).catch(ignoreMissing)),
  )
  return {
    count: found.length,
    size_bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    described_count: described.filter((one) => one !== undefined).length,
  }
}
