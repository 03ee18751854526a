import { second } from '../../core/time.ts'
import type { DirectTransfers } from '../direct-transfers.ts'
import { incoming, incomingKey } from './keys.ts'
import type { S3Access } from './s3-access.ts'

/** A recording that is being sent in parts. */
type Unfinished = { key: string; uploadId: string; begunAt: Date }

/** Those whose keys begin so, oldest first, which changes in some stores as parts arrive. */
async function listUnfinished(
  { client, library, settings, attempt }: S3Access,
  prefix: string,
): Promise<Unfinished[]> {
  const all: Unfinished[] = []
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (;;) {
    const input = { Bucket: settings.bucket, Prefix: prefix, ...next }
    const found = await attempt(() => client.send(new library.ListMultipartUploadsCommand(input)))
    for (const { Key: key, UploadId: uploadId, Initiated: begunAt } of found?.Uploads ?? []) {
      if (key !== undefined && uploadId !== undefined && begunAt !== undefined)
        all.push({ key, uploadId, begunAt })
    }
    if (!found?.IsTruncated) break
    next = { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker }
  }
  const order = (one: Unfinished) => `${one.begunAt.toISOString()} ${one.uploadId}`
  return all.toSorted((left, right) => order(left).localeCompare(order(right)))
}

async function findUnfinished(access: S3Access, contentId: string): Promise<string | undefined> {
  const key = incomingKey(contentId)
  return (await listUnfinished(access, key)).find((one) => one.key === key)?.uploadId
}

export const beginParts =
  (access: S3Access): DirectTransfers['beginParts'] =>
  async (contentId) => {
    // What a version began that kept no ids, or a kill cut off before its id was kept.
    const begun = await findUnfinished(access, contentId)
    if (begun !== undefined) return begun
    const { client, library, settings, encryption, attempt } = access
    const place = { Bucket: settings.bucket, Key: incomingKey(contentId), ...encryption }
    const made = await attempt(() => client.send(new library.CreateMultipartUploadCommand(place)))
    if (made?.UploadId === undefined) throw new Error('The store began no upload in parts.')
    return made.UploadId
  }

/** What has arrived, in order; null where the upload has ended. */
async function listParts(
  { client, library, settings, attempt }: S3Access,
  { key, uploadId }: Pick<Unfinished, 'key' | 'uploadId'>,
) {
  const place = { Bucket: settings.bucket, Key: key, UploadId: uploadId }
  // At most a thousand come at a time, and 5 GB have 75.
  const found = await attempt(() => client.send(new library.ListPartsCommand(place)))
  if (!found) return null
  return (found.Parts ?? []).flatMap(({ PartNumber: number, Size: bytes, ETag: etag }) =>
    number === undefined ? [] : [{ number, bytes: bytes ?? 0, etag }],
  )
}

export const presignParts =
  (access: S3Access): DirectTransfers['presignParts'] =>
  async ({ contentId, partsId, lifetimeMs }, sizes) => {
    const { library, publicClient, settings, attempt } = access
    const place = { key: incomingKey(contentId), uploadId: partsId }
    const parts = await listParts(access, place)
    if (!parts) return null
    const arrived = new Map(parts.map((one) => [one.number, one.bytes]))
    return Promise.all(
      sizes.map(async (bytes, index) => {
        const number = index + 1
        if (arrived.get(number) === bytes) return { number, bytes, url: null }
        const command = new library.UploadPartCommand({
          ...{ Bucket: settings.bucket, Key: place.key, UploadId: place.uploadId },
          ...{ PartNumber: number, ContentLength: bytes },
        })
        const expiresIn = lifetimeMs / second
        const url = await attempt(() => library.getSignedUrl(publicClient, command, { expiresIn }))
        return { number, bytes, url }
      }),
    )
  }

/** Makes one object of the parts, where all of them have arrived; else leaves them as they are. */
export async function joinParts(
  access: S3Access,
  contentId: string,
  { bytes: totalBytes, partsId }: { bytes: number; partsId: string | null },
): Promise<void> {
  const uploadId = partsId ?? (await findUnfinished(access, contentId))
  if (uploadId === undefined) return
  const place = { key: incomingKey(contentId), uploadId }
  const parts = await listParts(access, place)
  if (parts?.reduce((sum, { bytes }) => sum + bytes, 0) !== totalBytes) return
  const { copyingClient, library, settings, attempt } = access
  const command = new library.CompleteMultipartUploadCommand({
    ...{ Bucket: settings.bucket, Key: place.key, UploadId: uploadId },
    MultipartUpload: {
      Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })),
    },
  })
  await attempt(() => copyingClient.send(command))
}

const abort = (
  { client, library, settings, attempt }: S3Access,
  { key, uploadId }: Pick<Unfinished, 'key' | 'uploadId'>,
) => {
  const place = { Bucket: settings.bucket, Key: key, UploadId: uploadId }
  return attempt(() => client.send(new library.AbortMultipartUploadCommand(place)))
}

export const abortOneOfParts =
  (access: S3Access): DirectTransfers['abortParts'] =>
  async (contentId, partsId) => {
    await abort(access, { key: incomingKey(contentId), uploadId: partsId })
  }

/** Ends uploads in parts that began before this time, or all of one recording, and removes what came of them. */
export async function abortParts(
  access: S3Access,
  { contentId, before }: { contentId?: string; before?: Date },
): Promise<void> {
  const prefix = contentId === undefined ? incoming : incomingKey(contentId)
  for (const { key, uploadId, begunAt } of await listUnfinished(access, prefix)) {
    if (before && begunAt >= before) continue
    await abort(access, { key, uploadId })
  }
}
