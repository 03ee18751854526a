import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hashStream, type Range } from '../recording-file.ts'
import { toStoreError } from './s3-errors.ts'
import type { S3Access } from './s3-access.ts'

/** What a store tells of an object. */
type ObjectFacts = {
  bytes: number
  changedAt: Date
  /** Names this version of it. */
  etag: string | undefined
  /** SHA-256 in hexadecimal, as the store computed it; null where it keeps none of the whole object. */
  sha256: string | null
}

/** Null where there is none. */
export async function statObject(
  { client, library, settings, attempt }: S3Access,
  key: string,
): Promise<ObjectFacts | null> {
  const input = { Bucket: settings.bucket, Key: key, ChecksumMode: 'ENABLED' as const }
  const found = await attempt(() => client.send(new library.HeadObjectCommand(input)))
  return (
    found && {
      bytes: found.ContentLength ?? 0,
      changedAt: found.LastModified ?? new Date(0),
      etag: found.ETag,
      sha256: toHexadecimal(found.ChecksumSHA256),
    }
  )
}

/** That of an upload in parts is a hash of hashes, and ends in their number. */
export const toHexadecimal = (checksum: string | undefined): string | null =>
  checksum === undefined || checksum.includes('-')
    ? null
    : Buffer.from(checksum, 'base64').toString('hex')

export const toBase64 = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64')

/**
 * Its bytes from `start` to before `end`; null where there is none. Of a whole object the library compares the
 * checksum that the store keeps.
 */
export async function readObject(
  { client, library, settings, attempt }: S3Access,
  key: string,
  { start = 0, end }: Range = {},
): Promise<Readable | null> {
  if (end !== undefined && end <= start) return Readable.from([])
  const isWhole = start === 0 && end === undefined
  const found = await attempt(() =>
    client.send(
      new library.GetObjectCommand({
        ...{ Bucket: settings.bucket, Key: key },
        ...(isWhole
          ? { ChecksumMode: 'ENABLED' }
          : { Range: `bytes=${start}-${end === undefined ? '' : end - 1}` }),
      }),
    ),
  )
  if (!found) return null
  if (!(found.Body instanceof Readable)) throw new Error('The store answered without a body.')
  return withStoreErrors(found.Body)
}

/** What breaks on the way is told as everything that a store does wrong. */
function withStoreErrors(body: Readable): Readable {
  const told = new PassThrough()
  pipeline(body, told).catch((error: unknown) => {
    told.destroy(toStoreError(error) as Error) // one of the catalogue, or what the library threw
  })
  return told
}

/** SHA-256 in hexadecimal, which the store computed or else is made of the bytes; null where there is no object. */
export async function hashObject(
  access: S3Access,
  key: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const facts = await statObject(access, key)
  if (!facts || facts.sha256 !== null) return facts?.sha256 ?? null
  const stream = await readObject(access, key)
  return stream && hashStream(stream, signal)
}

/** Small objects of our own; replaces one that is there. */
export async function writeObject(access: S3Access, key: string, body: Buffer): Promise<void> {
  const { client, library, settings, encryption, attempt } = access
  const place = { Bucket: settings.bucket, Key: key, ...encryption }
  await attempt(() => client.send(new library.PutObjectCommand({ ...place, Body: body })))
}

/** For good, where the bucket keeps no versions; also where there is none. */
export async function removeObject(
  { client, library, settings, attempt }: S3Access,
  key: string,
): Promise<void> {
  const place = { Bucket: settings.bucket, Key: key }
  await attempt(() => client.send(new library.DeleteObjectCommand(place)))
}

/** A thousand at a time, in the order of their keys. */
export async function* listObjects(
  { client, library, settings, attempt }: S3Access,
  prefix: string,
): AsyncGenerator<{ key: string; changedAt: Date }[]> {
  let token: string | undefined
  do {
    const input = { Bucket: settings.bucket, Prefix: prefix, ContinuationToken: token }
    const found = await attempt(() => client.send(new library.ListObjectsV2Command(input)))
    yield (found?.Contents ?? []).flatMap(({ Key: key, LastModified: changedAt }) =>
      key === undefined || changedAt === undefined ? [] : [{ key, changedAt }],
    )
    token = found?.NextContinuationToken
  } while (token !== undefined)
}
