import type { S3Client } from '@aws-sdk/client-s3'
import type { Log } from '../../core/log.ts'
import { minute, second } from '../../core/time.ts'
import { isMissingObject, isReplaced, problemOf, toStoreError } from './s3-errors.ts'
import type { S3Settings } from './settings.ts'

/** Amazon's library, which no desktop loads, nor has in its package. */
const loadLibrary = async () => ({
  ...(await import('@aws-sdk/client-s3')),
  ...(await import('@aws-sdk/s3-request-presigner')),
})
type S3Library = Awaited<ReturnType<typeof loadLibrary>>

export type S3Access = {
  library: S3Library
  client: S3Client
  /** The same with more patience: for what moves whole recordings. */
  copyingClient: S3Client
  /** Signs addresses under which others reach the store. */
  publicClient: S3Client
  settings: S3Settings
  /** What every request that writes an object says of its encryption. */
  encryption: { ServerSideEncryption?: 'AES256' | 'aws:kms'; SSEKMSKeyId?: string }
  /**
   * Does one request. Null where there is no such object, or it was replaced; throws what the catalogue has for a
   * store that fails.
   */
  attempt: <Result>(request: () => Promise<Result>) => Promise<Result | null>
}

/** Choice: a store nearby answers in milliseconds, one far away in a second or two. */
const answerMs = 30 * second
/** Choice: copying 5 GB takes a store of disks a minute. */
const copyMs = 10 * minute

/** Throws where the store says that the configuration is wrong; one that does not answer is waited for later. */
export async function openS3(settings: S3Settings, log: Log): Promise<S3Access> {
  const access = await createAccess(settings, log)
  try {
    await askForBucket(access)
  } catch (error) {
    const problem = problemOf(error, settings)
    if (problem !== null) throw new Error(`Configuration: ${problem}`, { cause: error })
    log.warn({ err: error }, 'the store of the recordings does not answer')
  }
  return access
}

async function askForBucket({ client, library, settings }: S3Access): Promise<void> {
  const place = { Bucket: settings.bucket }
  try {
    await client.send(new library.HeadBucketCommand(place))
  } catch (error) {
    if (!isMissingObject(error)) throw error
    // The answer to HEAD has no body that would tell whether the bucket is missing or, as of some stores, the key.
    await client.send(new library.ListObjectsV2Command({ ...place, MaxKeys: 1 }))
  }
}

async function createAccess(settings: S3Settings, log: Log): Promise<S3Access> {
  const library = await loadLibrary()
  const { endpoint, publicEndpoint, region, credentials, isPathStyle } = settings
  const clientFor = (address: string | null, socketTimeout = answerMs) =>
    new library.S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(address !== null && { endpoint: address }),
      ...(credentials && { credentials }),
      requestHandler: { connectionTimeout: 5 * second, socketTimeout },
      // Not every store takes the checksums that the library would add by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_SUPPORTED',
    })
  const client = clientFor(endpoint)
  const { encryption, kmsKeyId } = settings
  return {
    library,
    client,
    copyingClient: clientFor(endpoint, copyMs),
    publicClient: publicEndpoint === null ? client : clientFor(publicEndpoint),
    settings,
    encryption: {
      ...(encryption && { ServerSideEncryption: encryption }),
      ...(kmsKeyId !== null && { SSEKMSKeyId: kmsKeyId }),
    },
    attempt: async (request) => {
      try {
        return await request()
      } catch (error) {
        if (isMissingObject(error) || isReplaced(error)) return null
        const told = toStoreError(error)
        if (told !== error) log.warn({ err: error }, 'the store of the recordings failed')
        throw told
      }
    },
  }
}
