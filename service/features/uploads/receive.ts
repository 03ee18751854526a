import type { Readable } from 'node:stream'
import { openAccess, type SignedAccess } from '../../blobs/upload-token.ts'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { sidecarOf } from '../content/sidecar.ts'
import { noteReceived } from '../content/status.ts'
import { isSameType } from './media-types.ts'
import type { ReceivedUpload } from './schema.ts'
import { selectSession, useSession } from './store.ts'

export type IncomingFile = {
  token: string
  contentType: string | undefined
  contentLength: string | undefined
  body: Readable
}

const atOnce = 4 // api-choices.md 15: uploads of a key are limited by concurrency

/** The far end of a presigned address: takes the bytes it was made for, once. */
export function createReceiver(deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'blobs'>) {
  /** What is being received, each with the key that announced it. */
  const receiving = new Map<string, string | undefined>()
  return async (file: IncomingFile): Promise<ReceivedUpload> => {
    const access = requireAccess(deps, file)
    if (receiving.has(access.contentId)) throw inProgress()
    const ofKey = [...receiving.values()].filter((keyId) => keyId === access.keyId)
    if (ofKey.length >= atOnce) throw busy()
    // Taken before the session is read, so that two requests cannot both find it open.
    receiving.set(access.contentId, access.keyId)
    try {
      const session = await selectSession(deps.db.sql, access.contentId)
      if (session?.state !== 'open') throw refused('This upload address was used already.')
      return await store(deps, access, file.body)
    } finally {
      receiving.delete(access.contentId)
    }
  }
}

/** Everything that the address and the headers tell before the first byte is read. */
function requireAccess(
  { clock, keys }: Pick<Deps, 'clock' | 'keys'>,
  { token, contentType, contentLength }: IncomingFile,
): SignedAccess {
  const access = openAccess(keys.upload, 'PUT', token)
  if (!access) throw refused('This upload address is not valid.')
  if (access.expiresAt <= clock.now()) throw refused('This upload address has expired.')
  // Generated clients know a body of bytes by this one type; what it holds was announced.
  const isBytes = isSameType(contentType ?? '', 'application/octet-stream')
  if (!isBytes && !isSameType(contentType ?? '', access.contentType)) {
    throw refused(`Send the file as Content-Type: ${access.contentType}.`)
  }
  // A sender that streams in chunks announces no length; its bytes are counted as they come.
  if (contentLength !== undefined && Number(contentLength) !== access.sizeBytes) {
    throw refused(`The file must have ${access.sizeBytes} bytes, as announced.`)
  }
  return access
}

async function store(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  { contentId, sizeBytes }: SignedAccess,
  body: Readable,
): Promise<ReceivedUpload> {
  const { sha256 } = await blobs.receive(contentId, body, {
    bytes: sizeBytes,
    describe: (hash) => sidecarOf(db.sql, contentId, hash),
  })
  // The file is on disk before the row says so: a crash between the two is a retry, not a loss.
  const isUsed = await db.transaction(async (tx) => {
    return (await useSession(tx, contentId)) && (await noteReceived(tx, contentId, sha256))
  })
  if (isUsed) return { content_id: contentId, size_bytes: sizeBytes }
  await blobs.remove(contentId)
  throw refused('The recording was deleted meanwhile.')
}

const refused = (message: string) => new ApiError('upload_refused', message)

const busy = () =>
  new ApiError('rate_limited', `At most ${atOnce} uploads of an API key run at once.`, {
    headers: { 'retry-after': '2' },
  })

/** Also where the one before was cut a moment ago, which shows only when its connection ends. */
const inProgress = () =>
  new ApiError('upload_in_progress', 'This address is being used right now; send again.', {
    headers: { 'retry-after': '1' },
  })
