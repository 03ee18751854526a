import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import { partBytes, type Announced, type DirectTransfers, type Shown } from '../direct-transfers.ts'
import { otherBytes } from '../receive-recording.ts'
import { incomingKey, recordingKey } from './keys.ts'
import { hashObject, removeObject, statObject, toBase64, toHexadecimal } from './objects.ts'
import { joinParts } from './parts.ts'
import type { S3Access } from './s3-access.ts'

/** Choice: as long as a player that begins now may need to ask for more. */
const downloadSeconds = 3_600

/** The store checks the size and, where it was announced, the hash: both are part of the signature. */
export async function presignUpload(
  { library, publicClient, settings, encryption, attempt }: S3Access,
  { contentId, contentType, sizeBytes, sha256, lifetimeMs }: Announced,
): Promise<{ url: string; headers: Record<string, string> }> {
  const checksum = sha256 === null ? undefined : toBase64(sha256)
  const command = new library.PutObjectCommand({
    ...{ Bucket: settings.bucket, Key: incomingKey(contentId), ContentLength: sizeBytes },
    ...(checksum !== undefined && { ChecksumSHA256: checksum }),
    ...encryption,
  })
  const url = await attempt(() =>
    library.getSignedUrl(publicClient, command, {
      expiresIn: lifetimeMs / second,
      // Sent as a header, so that a store which knows it in no query checks it, too.
      unhoistableHeaders: new Set([checksumHeader]),
    }),
  )
  if (url === null) throw new Error('An address could not be signed.')
  const { ServerSideEncryption: algorithm, SSEKMSKeyId: key } = encryption
  return {
    url,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(sizeBytes),
      ...(checksum !== undefined && { [checksumHeader]: checksum }),
      ...(algorithm && { 'x-amz-server-side-encryption': algorithm }),
      ...(key !== undefined && { 'x-amz-server-side-encryption-aws-kms-key-id': key }),
    },
  }
}

const checksumHeader = 'x-amz-checksum-sha256'

export async function presignDownload(
  { library, publicClient, settings, attempt }: S3Access,
  contentId: string,
  { method, contentType, disposition }: Shown,
): Promise<string> {
  const input = {
    ...{ Bucket: settings.bucket, Key: recordingKey(contentId) },
    ...{ ResponseContentType: contentType, ResponseContentDisposition: disposition },
    // A deleted recording must not live on in a browser's cache.
    ResponseCacheControl: 'private, no-store',
  }
  const command =
    method === 'HEAD' ? new library.HeadObjectCommand(input) : new library.GetObjectCommand(input)
  const url = await attempt(() =>
    library.getSignedUrl(publicClient, command, { expiresIn: downloadSeconds }),
  )
  if (url === null) throw new Error('An address could not be signed.')
  return url
}

/**
 * Copies what was sent, of the one version that was looked at: whoever has the address may send again, and then
 * changes nothing that is a recording. The store computes the hash of the copy.
 */
export const accept =
  (access: S3Access): DirectTransfers['accept'] =>
  async (contentId, announced) => {
    const [from, to] = [incomingKey(contentId), recordingKey(contentId)]
    if (announced.bytes > partBytes) await joinParts(access, contentId, announced)
    const sent = await statObject(access, from)
    if (!sent) return null
    const refuse = async (error: ApiError) => {
      for (const key of [to, from]) await removeObject(access, key)
      throw error
    }
    if (sent.bytes !== announced.bytes) {
      return refuse(refused(`The file must have ${announced.bytes} bytes, as announced.`))
    }
    const { library, copyingClient, settings, encryption, attempt } = access
    const command = new library.CopyObjectCommand({
      ...{ Bucket: settings.bucket, Key: to, CopySource: `${settings.bucket}/${from}` },
      ...(sent.etag !== undefined && { CopySourceIfMatch: sent.etag }),
      ChecksumAlgorithm: 'SHA256',
      ...encryption,
    })
    const copied = await attempt(() => copyingClient.send(command))
    if (!copied) return null
    const computed = toHexadecimal(copied.CopyObjectResult?.ChecksumSHA256)
    const sha256 = computed ?? (await hashObject(access, to))
    if (sha256 === null) return null
    if (announced.sha256 !== null && sha256 !== announced.sha256) {
      return refuse(otherBytes())
    }
    return { sha256 }
  }

/** Sends exactly so many bytes to where uploads go; they are no recording yet. SHA-256 in hexadecimal. */
export async function send(
  { library, copyingClient, settings, encryption, attempt }: S3Access,
  contentId: string,
  stream: Readable,
  { bytes, signal }: { bytes: number; signal: AbortSignal | undefined },
): Promise<string> {
  const hash = createHash('sha256')
  let received = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      received += chunk.length
      if (received > bytes) return next(refused('More bytes came than were announced.'))
      hash.update(chunk)
      next(null, chunk)
    },
    flush: (next) =>
      next(received < bytes ? refused('Fewer bytes came than were announced.') : null),
  })
  const broken = new AbortController()
  const flowing = pipeline(stream, counted, { ...(signal && { signal }) }).catch(
    (error: unknown) => {
      broken.abort(error instanceof ApiError ? error : refused('The upload broke off.'))
    },
  )
  const command = new library.PutObjectCommand({
    ...{ Bucket: settings.bucket, Key: incomingKey(contentId) },
    ...{ Body: counted, ContentLength: bytes, ...encryption },
  })
  await attempt(async () => {
    try {
      await copyingClient.send(command, { abortSignal: broken.signal })
    } catch (error) {
      if (broken.signal.aborted) throw broken.signal.reason
      throw error
    } finally {
      counted.destroy()
      await flowing
    }
  })
  return hash.digest('hex')
}

const refused = (message: string) => new ApiError('upload_refused', message)
