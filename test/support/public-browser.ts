import { request as send } from 'node:http'
import type { Service } from '../../service/start.ts'
import type { Answer } from './app.ts'
import { checkAnswer } from './own-document.ts'

const publicHost = 'earshot.example.com'
export const publicOrigin = `https://${publicHost}`

/** What opens the service to other machines, with links by mail through a server on this port. */
export const publicEnv = (smtpPort: number): Record<string, string> => ({
  EARSHOT_LISTEN: '127.0.0.1:0',
  EARSHOT_PUBLIC_BASE_URL: publicOrigin,
  EARSHOT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  EARSHOT_OWNER_EMAIL: 'sam@example.org',
})

type CallOptions = {
  body?: unknown
  headers?: Record<string, string | null>
  /** For an answer that goes on, such as a stream. */
  onFirstBytes?: () => void
}

/**
 * What a TLS proxy hands on of a browser that has the public page open: its cookies, its Origin, and the
 * CSRF token that the page sends once it was told one. A header given as null is left out.
 */
export class PublicBrowser {
  readonly cookies = new Map<string, string>()
  csrfToken: string | null = null
  readonly #service: Pick<Service, 'publicPort'>

  constructor(service: Pick<Service, 'publicPort'>) {
    this.#service = service
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, headers = {}, onFirstBytes } = options
    const isWrite = !['GET', 'HEAD'].includes(method)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all: Record<string, string | null> = {
      host: publicHost,
      'user-agent': 'Test browser',
      'sec-fetch-site': 'same-origin',
      ...(isWrite && { origin: publicOrigin }),
      ...(isWrite && this.csrfToken !== null && { 'earshot-csrf': this.csrfToken }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const answer = await this.#send({ method, path, headers: all, onFirstBytes }, body)
    await checkAnswer({
      method,
      path: path.split('?')[0] ?? path,
      status: answer.status,
      contentType: answer.headers.get('content-type'),
      text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    if (answer.body?.data?.csrf_token) this.csrfToken = answer.body.data.csrf_token
    return answer
  }

  #send(
    request: {
      method: string
      path: string
      headers: object
      onFirstBytes?: (() => void) | undefined
    },
    body: unknown,
  ): Promise<Answer> {
    const { method, path, headers, onFirstBytes = () => {} } = request
    const given = Object.entries(headers).filter(([, value]) => value !== null)
    return new Promise((resolve, reject) => {
      const port = this.#service.publicPort
      const options = { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(given) }
      const sent = send(options, (response) => {
        const chunks: Buffer[] = []
        response.once('data', onFirstBytes).on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.includes('json')
          const received = new Headers()
          for (const [name, values] of Object.entries(response.headersDistinct)) {
            for (const value of values ?? []) received.append(name, value)
          }
          const status = response.statusCode ?? 0
          resolve({ status, headers: received, body: isJson ? JSON.parse(text) : text })
        })
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/; Max-Age=0\b/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
