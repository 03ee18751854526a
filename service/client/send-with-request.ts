import { EarshotError, toEarshotError } from './errors.ts'

export type Sending = {
  url: string
  method: string
  headers: Record<string, string>
  file: Blob
  signal?: AbortSignal
  onProgress: (sentBytes: number) => void
}

/** Headers that the browser sets itself and refuses to have set. */
const forbidden = new Set(['content-length', 'host'])

/** Sends a file to its presigned address, by XMLHttpRequest as fetch reports no upload progress. */
export function sendWithRequest({ url, method, headers, file, signal, onProgress }: Sending) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) {
      if (!forbidden.has(name.toLowerCase())) request.setRequestHeader(name, value)
    }
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(refusal(request)),
    )
    request.addEventListener('error', () => reject(lostConnection()))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(file)
  })
}

function refusal(request: XMLHttpRequest): EarshotError {
  const response = new Response(null, { status: request.status })
  try {
    return toEarshotError(JSON.parse(request.responseText), response)
  } catch {
    return toEarshotError(null, response)
  }
}

const lostConnection = () =>
  new EarshotError('The connection to the service broke during the upload.', {
    code: 'upload_interrupted',
    status: 0,
  })
