import {
  EarshotError,
  partBytes,
  pauseFor,
  sendInParts,
  toEarshotError,
  type Bundle,
  type UploadSession,
} from 'earshot/client'
import type { Sides } from './sides.ts'

/** The file cannot be read here: another try would not help. */
export class FileUnreadable extends Error {}

type Media = NonNullable<Bundle['media']>
type Sending = {
  media: Media
  upload: UploadSession
  projectId: string
  /** Bytes of this file that have gone. */
  onSent: (bytes: number) => void
}

/** From the library to where the server says, without a copy on the disk; a large file in parts where it takes some. */
export async function sendMedia(sides: Sides, sending: Sending): Promise<void> {
  if (sending.media.size_bytes > partBytes && (await sendParts(sides, sending))) return
  await sendWhole(sides, sending)
}

/** False where the server wants it whole. */
function sendParts(
  { to, signal }: Sides,
  { media, upload, projectId, onSent }: Sending,
): Promise<boolean> {
  const path = { projectId, contentId: upload.content_id }
  const file = {
    size: media.size_bytes,
    slice: (start: number, end: number) => ({ start, end }),
  }
  return sendInParts(file, {
    list: async () => (await to.createUploadParts({ path, signal })).data,
    send: async (url, range, onPart) => {
      const part = await readPart(media.url, range, signal)
      await requireOk(await fetch(url, { method: 'PUT', body: part, signal }))
      onPart(part.size)
    },
    onProgress: onSent,
    pause: pauseFor,
    signal,
  }).catch((error: unknown) => {
    // The parts of a recording in a project that lies in the bin cannot be asked for.
    if (error instanceof EarshotError && error.code === 'not_found') return false
    throw error
  })
}

async function readPart(
  url: string,
  { start, end }: { start: number; end: number },
  signal: AbortSignal,
): Promise<Blob> {
  const answer = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` }, signal })
  const part = answer.ok ? await answer.blob() : null
  if (part?.size === end - start) return part
  throw unreadable()
}

async function sendWhole({ signal }: Sides, { media, upload, onSent }: Sending): Promise<void> {
  const source = await fetch(media.url, { signal })
  if (!source.ok || !source.body) throw unreadable()
  let sent = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.length
      onSent(sent)
      controller.enqueue(chunk)
    },
  })
  const headers = new Headers(upload.upload_headers)
  // A stream has no length of its own, and the server needs it before the first byte.
  headers.set('content-length', String(media.size_bytes))
  const init = { headers, body: source.body.pipeThrough(counted), duplex: 'half', signal }
  await requireOk(await fetch(upload.upload_url, { method: upload.upload_method, ...init }))
}

async function requireOk(answer: Response): Promise<void> {
  if (answer.ok) return
  throw toEarshotError(await answer.json().catch(() => null), answer)
}

const unreadable = () =>
  new FileUnreadable('its file cannot be read here: earshot verify says what is wrong with it')
