import type { Log } from '../core/log.ts'
import { createBlobs, type Blobs } from './blobs.ts'
import type { RecordingKeys } from './recording-file.ts'
import type { S3Settings } from './s3/settings.ts'

type Options = { dataDir: string; store: S3Settings | null; keys: RecordingKeys | null; log: Log }

/** The recordings where the configuration has them: in a store, or else in the data folder. */
export async function openBlobs({ dataDir, store, keys, log }: Options): Promise<Blobs> {
  const folder = createBlobs({ dataDir, keys })
  if (store === null) return folder
  if (keys) {
    throw new Error(
      'This library is encrypted, and keeps its recordings in its own folder: start it without EARSHOT_S3_BUCKET. ' +
        'In a store, EARSHOT_S3_SERVER_SIDE_ENCRYPTION says how they are encrypted.',
    )
  }
  const { createS3Blobs } = await import('./s3/s3-blobs.ts')
  return createS3Blobs(store, folder, log)
}
