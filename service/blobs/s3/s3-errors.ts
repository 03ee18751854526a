import { ApiError } from '../../core/errors.ts'
import { isFullDisk } from '../../core/full-disk.ts'
import type { S3Settings } from './settings.ts'

/** Facts of an error as Amazon's library throws it. */
type Facts = { status: number | undefined; name: string }

function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) return { status: undefined, name: '' }
  const metadata: unknown = Reflect.get(error, '$metadata')
  const status: unknown =
    typeof metadata === 'object' && metadata !== null
      ? Reflect.get(metadata, 'httpStatusCode')
      : undefined
  return { status: typeof status === 'number' ? status : undefined, name: error.name }
}

/** Whether there is no such object. A bucket that is not there is another matter. */
export function isMissingObject(error: unknown): boolean {
  const { status, name } = factsOf(error)
  return status === 404 && name !== 'NoSuchBucket'
}

/** Whether the object is no longer the one that was meant. */
export const isReplaced = (error: unknown): boolean => factsOf(error).status === 412

/** What stores call it that they do not know a key; versitygw answers the second, with 404. */
const unknownKey = new Set(['InvalidAccessKeyId', 'XAdminUserNotFound'])

/** What of the configuration a store refuses, as its answer to the first request tells; null where it is none of it. */
export function problemOf(
  error: unknown,
  { bucket, region }: Pick<S3Settings, 'bucket' | 'region'>,
): string | null {
  const { status, name } = factsOf(error)
  if (name === 'CredentialsProviderError') {
    return 'there is no key for the store; set EARSHOT_S3_ACCESS_KEY_ID and EARSHOT_S3_SECRET_ACCESS_KEY'
  }
  if (unknownKey.has(name)) return 'EARSHOT_S3_ACCESS_KEY_ID: the store has no such key'
  if (status === 404) return `EARSHOT_S3_BUCKET: the store has no bucket ${bucket}`
  if (status === 403) return `the store refuses this key for the bucket ${bucket}`
  if (status === 301 || status === 400) {
    return `the store does not take requests for the bucket ${bucket} in the region ${region}`
  }
  return null
}

/** What stores call it that they are full, or that the quota of a bucket is. */
const full = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'NoSpaceLeft'])

/** The library says so of bytes that do not have the checksum that the store keeps. */
const isChanged = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Checksum mismatch')

/**
 * What a failure of the store is to who asked: `insufficient_storage` where it is full, else `storage_unavailable`, of
 * which the log tells more. Whoever tries again may succeed: also after a refusal, once somebody has put the access
 * right.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof ApiError || isFullDisk(error) || isChanged(error)) return error
  const { status, name } = factsOf(error)
  if (status === 507 || full.has(name)) {
    return new ApiError('insufficient_storage', 'The store of the recordings is full.')
  }
  return new ApiError(
    'storage_unavailable',
    'The store of the recordings does not answer as it should; try again.',
    { headers: { 'retry-after': '5' } },
  )
}
