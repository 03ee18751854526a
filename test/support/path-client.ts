import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { request } from 'undici'

/** The service refused: its stable code and its sentence (spec: Errors). */
export class ApiFailure extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
  }
}

export type Project = { id: string; name: string; slug: string; content_count: number }
export type Content = {
  id: string
  project_id: string
  filename: string
  status: 'uploaded' | 'processing' | 'completed' | 'failed'
  duration_seconds: number | null
  error?: { code: string; message: string } | null
  stage?: string | null
  progress?: number | null
}
export type Transcript = { text: string; word_count: number; language: string }
export type Analysis = {
  id: string
  status: 'queued' | 'processing' | 'completed' | 'failed'
  prompt_name: string
  result: Record<string, unknown> | null
  model_used: string | null
  error?: { code: string; message: string } | null
}
export type UploadSession = {
  content_id: string
  upload_url: string
  upload_method: string
  upload_headers: Record<string, string>
}
export type CreatedKey = { id: string; name: string; key: string; key_type: string }

export type Client = ReturnType<typeof createClient>

/** Calls /v1 by path and once only: what tests need, where `earshot/client` would try again. */
export function createClient({ baseUrl, token }: { baseUrl: string; token: string }) {
  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return readReply(response.status, await response.text())
  }
  // The service validates every answer against its schema before it leaves; the caller names it.
  const data = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await call(method, path, body)).data as T

  return {
    get: <T>(path: string) => data<T>('GET', path),
    post: <T>(path: string, body?: unknown) => data<T>('POST', path, body),
    put: <T>(path: string, body: unknown) => data<T>('PUT', path, body),
    remove: <T>(path: string) => data<T>('DELETE', path),

    /** Every item of a list, page after page. */
    async list<T>(path: string): Promise<T[]> {
      const items: T[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const joint = path.includes('?') ? '&' : '?'
        const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const reply: Reply = await call('GET', `${path}${joint}limit=100${query}`)
        items.push(...(reply.data as T[])) // as above
        cursor = reply.pagination?.next_cursor ?? null
      }
      return items
    },
  }
}

type Reply = { data: unknown; pagination?: { next_cursor: string | null } }

function readReply(status: number, text: string): Reply {
  const body = parseObject(text)
  if (status < 300 && body && 'data' in body) return body as Reply // its envelope: spec, conventions 3
  const error = body?.['error']
  const { code, message } = isObject(error) ? error : {}
  const told = typeof message === 'string' ? message : 'The answer is not one of this API.'
  throw new ApiFailure(status, typeof code === 'string' ? code : 'unexpected_answer', told)
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null // readReply says so in words
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Streams a file from disk to its presigned address; `onProgress` gets the bytes sent so far. */
export async function sendFile(
  session: UploadSession,
  file: { path: string; sizeBytes: number },
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  let sent = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length
      onProgress(sent)
      done(null, chunk)
    },
  })
  // A stream has no length of its own; the session may name it already, in whatever case.
  const headers = new Headers(session.upload_headers)
  headers.set('content-length', String(file.sizeBytes))
  const sending = pipeline(createReadStream(file.path), counted)
  // A refusal may come before the last byte and break the pipe: then the answer says more.
  sending.catch(() => undefined)
  const response = await request(session.upload_url, {
    method: 'PUT', // Spec: upload_method is PUT for the upload_type single
    headers: Object.fromEntries(headers),
    body: counted,
  })
  const text = await response.body.text()
  if (response.statusCode >= 300) readReply(response.statusCode, text)
  await sending
}
