import { toEarshotError, EarshotError } from './errors.ts'
import type { ContentItem, UploadInput, UploadSession } from './generated/types.gen.ts'
import { mediaTypeOf } from './media-types.ts'
import type { Operations } from './operations.ts'
import { sendWithRequest } from './send-with-request.ts'

export type UploadOptions = {
  /** Required if the file has no `name` of its own. */
  filename?: string
  /** By default the type that the ending of the name stands for, else that of the file. */
  contentType?: string
  /** Of the file, in hexadecimal: what arrives must have it. */
  sha256?: string
  /** How to transcribe it, where that differs from the project's settings. */
  speech?: Pick<UploadInput, 'language' | 'speech_model' | 'translate_to_english'>
  /** `first`: before what waits, for a call that has just ended. */
  priority?: NonNullable<UploadInput['priority']>
  onProgress?: (sentBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}
type Sender = Operations & { fetch: typeof globalThis.fetch }

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
  const { data: session } = await api.createUpload({
    path: { projectId },
    body: {
      ...{ filename, content_type: contentType, size_bytes: file.size },
      ...(options.sha256 !== undefined && { sha256: options.sha256 }),
      ...options.speech,
      ...(options.priority && { priority: options.priority }),
    },
    ...signal,
  })
  const path = { projectId, contentId: session.content_id }
  try {
    await send(api.fetch, session, file, options)
    return (await api.completeUpload({ path, ...signal })).data
  } catch (error) {
    // The service removes unfinished uploads by itself, but only a day later.
    await api.deleteContent({ path }).catch(() => undefined)
    throw error
  }
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
  const parts = { ...target, headers, file, onProgress: report, ...(signal && { signal }) }
  // In a browser fetch reports no upload progress; elsewhere it streams.
  if (typeof XMLHttpRequest === 'function') return sendWithRequest(parts)
  return sendWithFetch(fetch, parts)
}

async function sendWithFetch(
  fetch: typeof globalThis.fetch,
  { url, method, headers, file, onProgress, signal }: Parameters<typeof sendWithRequest>[0],
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
