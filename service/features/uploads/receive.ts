import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openAccess, type SignedAccess } from '../../blobs/upload-token.ts'
import { ApiError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { sniffMedia } from '../../engine/decode/sniff-media.ts'
import { sidecarOf } from '../content/sidecar.ts'
import { noteReceived } from '../content/status.ts'
import { whileClaimed, type ClaimDeps } from './claims.ts'
import { isAcceptedType, isSameType, isUnnamedType, toKeptType } from './media-types.ts'
import type { ReceivedUpload } from './schema.ts'
import { selectSession, useSession, type UploadSessionRow } from './store.ts'

export type IncomingFile = {
  token: string
  contentType: string | undefined
  contentLength: string | undefined
  body: Readable
}

const atOnce = 4 // api-choices.md 15: uploads of a key are limited by concurrency

/** The far end of a presigned address: takes the bytes it was made for, once. */
export function createReceiver(deps: ClaimDeps & Pick<Deps, 'clock' | 'keys'>) {
  /**
   * What is being received, each with the key that announced it. In this process: where there are several, every
   * address that is given out is the store's (createUpload), and nothing comes here.
   */
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
      return await storeUpload(deps, session, file.body)
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

/** What of a session is compared with what came. */
type Announced = Pick<UploadSessionRow, 'content_id' | 'content_type' | 'size_bytes' | 'sha256'>

/** What is known of a file once it is stored; `content_type` is null where its name told it. */
type Stored = { sha256: string; content_type: string | null }

/** Stores the bytes of an item that `createUpload` announced. */
export async function storeUpload(
  deps: ClaimDeps,
  announced: Announced,
  body: Readable,
): Promise<ReceivedUpload> {
  const { db, blobs } = deps
  const { content_id: id, size_bytes: bytes, sha256: told } = announced
  // Without a listener, an error before the first read would crash the process. The read reports it again.
  body.on('error', () => {})
  const isUsed = await whileClaimed(deps, id, async (fulfil) => {
    const { sha256 } = await blobs.receive(id, body, {
      ...{ bytes, sha256: told },
      describe: (hash) => sidecarOf(db.sql, id, hash),
    })
    const stored = { sha256, content_type: await judgeByContent(blobs, announced) }
    // The file is on disk before the row says so: a crash between the two is a retry, not a loss.
    return db.transaction(async (tx) => {
      const isNoted = await noteStored(tx, id, stored)
      if (isNoted) await fulfil(tx)
      return isNoted
    })
  })
  if (isUsed) return { content_id: id, size_bytes: bytes }
  // In a store that is done with the claim.
  if (!blobs.direct) await blobs.remove(id)
  throw refused('The recording was deleted meanwhile.')
}

/** False where the item was deleted meanwhile. */
export const noteStored = async (tx: Tx, contentId: string, stored: Stored): Promise<boolean> =>
  (await useSession(tx, contentId)) && noteReceived(tx, contentId, stored)

/** Makes a recording of what was sent to a store, before its row knows; null where nothing was. For who has its claim. */
export async function acceptUpload(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  announced: Announced & Pick<UploadSessionRow, 'parts_id'>,
): Promise<Stored | null> {
  const { content_id: id, size_bytes: bytes, sha256: told, parts_id: partsId } = announced
  const accepted = await blobs.direct?.accept(id, { bytes, sha256: told, partsId })
  if (!accepted) return null
  const sidecar = await sidecarOf(db.sql, id, accepted.sha256)
  if (sidecar) await blobs.describe(sidecar)
  return { ...accepted, content_type: await judgeByContent(blobs, announced) }
}

/** Choice: file-type asks for this much. */
const headBytes = 4100

/** The type of a recording by its bytes; null where it is known, or they tell none that is accepted. */
async function judgeByContent(
  blobs: Pick<Deps['blobs'], 'read'>,
  { content_id: id, content_type: announced }: Announced,
): Promise<string | null> {
  if (!isUnnamedType(announced)) return null
  const head = await blobs.read(id, { start: 0, end: headBytes })
  const found = head && (await sniffMedia(await buffer(head)))
  const type = found && toKeptType(found.mime, '')
  return type && isAcceptedType(type) ? type : null
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
