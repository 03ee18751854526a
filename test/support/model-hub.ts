import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type ModelHub = {
  /** For EARSHOT_MODEL_HUB. */
  url: string
  /** Method-less notes of what was asked for: path, and the range of it. */
  requests: string[]
  /** How files are answered instead; null: whole, and with ranges. */
  answer: Handler | null
  stop: () => Promise<void>
}

/** Of the catalogue of Earshot, which pins it at the first download. */
const ownFile = 'Qwen3.5-2B-Q4_K_M.gguf'
const repositories = ['ada/small', 'ada/gated', 'unsloth/Qwen3.5-2B-GGUF']
const isUnder = (url: string, place: string): boolean =>
  /^[/?]/.test(url.slice(place.length)) && url.startsWith(place)

const revision = 'a'.repeat(40)

/**
 * A hub on this machine by the API of the real one: `ada/small` has `small.gguf` and a file that is none, `ada/gated`
 * the same for those who signed in, and there is one repository of the catalogue.
 */
export async function startModelHub(content: Uint8Array): Promise<ModelHub> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const facts = (repo: string) => ({
    ...{ id: repo, sha: revision, gated: repo === 'ada/gated' && 'manual' },
    cardData: { license: 'apache-2.0' },
    siblings: [
      { rfilename: 'README.md', blobId: 'b', size: 5 },
      ...['small.gguf', 'other.gguf', ownFile].map((rfilename) => ({
        rfilename,
        size: content.length,
        lfs: { sha256, size: content.length, pointerSize: 134 },
      })),
    ],
  })
  const sendFile: Handler = ({ headers, url = '' }, response) => {
    const bytes = url.endsWith('other.gguf') ? new TextEncoder().encode('PK\u0003\u0004') : content
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? []
    const end = to === '' ? bytes.length : Number(to) + 1
    const range = `bytes ${from}-${end - 1}/${bytes.length}`
    if (headers.range) response.writeHead(206, { 'content-range': range })
    response.end(bytes.subarray(Number(from), end))
  }
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    hub.requests.push(headers.range ? `${url} ${headers.range}` : url)
    const repo = repositories.find((name) =>
      ['/', '/api/models/'].some((at) => isUnder(url, at + name)),
    )
    if (repo === undefined) return response.writeHead(404).end('{}')
    if (url.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(facts(repo)))
    }
    if (repo === 'ada/gated') return response.writeHead(401).end('Access is restricted.')
    // The real one sends to another host, with the range.
    if (url.startsWith(`/${repo}/resolve/${revision}/`)) {
      return response.writeHead(302, { location: `/${repo}/files/${url.split('/').at(-1)}` }).end()
    }
    const isFirst = headers.range === 'bytes=0-3'
    return isFirst || !hub.answer ? sendFile(request, response) : hub.answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const hub: ModelHub = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    answer: null,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return hub
}
