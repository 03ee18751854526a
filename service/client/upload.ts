import { toEarshotError, EarshotError } from './errors.ts'
import type { ContentItem, UploadInput, UploadSession } from './generated/types.gen.ts'
import { mediaTypeOf } from './media-types.ts'
import type { Operations } from './operations.ts'
import type { Pause } from './retry.ts'
import { partBytes, sendInParts } from './send-parts.ts'
import { sendWithRequest, type Sending } from './send-with-request.ts'

export type UploadOptions = {
  /** Required if the file has no `name` of its own. */
  filename?: string
  /** By default the type that the ending of the name stands for, else that of the file. */
  contentType?: string
  /** Of the file, in hexadecimal: what arrives must have it. */
  sha256?: string
  /** How to transcribe it, where that differs from the project's settings. */
  speech?: Pick<UploadInput, 'language' | 'speech_model' | 'translate_to_english'>
  /** Goes on with a large upload of the same name and size that broke off, and leaves this one if it does. */
  resumes?: boolean
  /** `first`: before what waits, for a call that has just ended. */
  priority?: NonNullable<UploadInput['priority']>
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}
type Sender = Operations & { fetch: typeof globalThis.fetch; pause: Pause }

/**
 * Uploads a recording: announces it, sends its bytes, confirms. Resolves to the item, now processing.
 * @param file a browser's File; in Node what `fs.openAsBlob` opens, which is not read into memory
 */
export async function uploadFile(
  api: Sender,
  projectId: string,
  file: Blob & { readonly name?: string },
  options: UploadOptions = {},
): Promise<ContentItem> {
  const filename = options.filename ?? file.name ?? 'recording'
  const contentType = options.contentType ?? mediaTypeOf(filename) ?? file.type
  const signal = options.signal ? { signal: options.signal } : {}
  const isLarge = file.size > partBytes
  const resumes = isLarge && options.resumes === true
  const begun = resumes
    ? await findUnfinished(api, projectId, { filename, bytes: file.size })
    : null
  const announce = async () => {
    const { data } = await api.createUpload({
      path: { projectId },
      body: {
        ...{ filename, content_type: contentType, size_bytes: file.size },
        ...(options.sha256 !== undefined && { sha256: options.sha256 }),
        ...options.speech,
        ...(options.priority && { priority: options.priority }),
      },
      ...signal,
    })
    return data
  }
  const session = begun === null ? await announce() : null
  const path = { projectId, contentId: session?.content_id ?? begun ?? '' }
  let isInParts = false
  try {
    if (isLarge) isInParts = await sendLarge(api, path, file, options)
    if (!isInParts && session) await send(api.fetch, session, file, options)
    return (await api.completeUpload({ path, ...signal })).data
  } catch (error) {
    // The service removes unfinished uploads by itself, but only a day later.
    if (!resumes) await api.deleteContent({ path }).catch(() => undefined)
    throw error
  }
}

/** The id of a recording whose upload broke off; null where there is none. */
async function findUnfinished(
  api: Sender,
  projectId: string,
  { filename, bytes }: { filename: string; bytes: number },
): Promise<string | null> {
  const query = { status: 'uploaded', limit: 100 } as const
  const { data } = await api.listContent({ path: { projectId }, query })
  const found = data.find((one) => one.filename === filename && one.size_bytes === bytes)
  return found?.id ?? null
}

function sendLarge(
  api: Sender,
  path: { projectId: string; contentId: string },
  file: Blob,
  { onProgress = () => {}, signal }: UploadOptions,
): Promise<boolean> {
  return sendInParts(file, {
    list: async () => (await api.createUploadParts({ path, ...(signal && { signal }) })).data,
    send: (url, part, onPart) =>
      sendTo(
        api.fetch,
        { url, method: 'PUT', headers: {}, file: part, onProgress: onPart },
        signal,
      ),
    onProgress: (sentBytes) => onProgress(sentBytes, file.size),
    pause: api.pause,
    signal,
  })
}

/** The upload address works once, so this is not repeated. */
function send(
  fetch: typeof globalThis.fetch,
  session: UploadSession,
  file: Blob,
  { onProgress = () => {}, signal }: UploadOptions,
): Promise<void> {
  const report = (sentBytes: number) => onProgress(sentBytes, file.size)
  const target = { url: session.upload_url, method: session.upload_method }
  const headers = { ...session.upload_headers }
  return sendTo(fetch, { ...target, headers, file, onProgress: report }, signal)
}

/** In a browser fetch reports no upload progress; elsewhere it streams. */
function sendTo(
  fetch: typeof globalThis.fetch,
  sending: Omit<Sending, 'signal'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const all = { ...sending, ...(signal && { signal }) }
  if (typeof XMLHttpRequest === 'function') return sendWithRequest(all)
  return sendWithFetch(fetch, all)
}

async function sendWithFetch(
  fetch: typeof globalThis.fetch,
  { url, method, headers, file, onProgress, signal }: Sending,
): Promise<void> {
  const all = new Headers(headers)
  // A stream has no length of its own, and the service needs it before the first byte.
  all.set('content-length', String(file.size))
  const init = {
    method,
    headers: all,
    body: toStream(file, onProgress),
    duplex: 'half',
    ...(signal && { signal }),
  }
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    if (signal?.aborted) throw error
    const facts = { code: 'upload_interrupted', status: 0, cause: error }
    throw new EarshotError('The connection to the service broke during the upload.', facts)
  }
  const text = await response.text()
  if (!response.ok) throw toEarshotError(parse(text), response)
}

const chunkBytes = 256 * 1024

/** The bytes of a file, read chunk by chunk as they can be sent. */
function toStream(file: Blob, onProgress: (sentBytes: number) => void): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: async (controller) => {
      const end = Math.min(at + chunkBytes, file.size)
      const chunk = await file.slice(at, end).arrayBuffer()
      if (at < end) controller.enqueue(new Uint8Array(chunk))
      at = end
      onProgress(at)
      if (at === file.size) controller.close()
    },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // toEarshotError makes a message of it
  }
}
