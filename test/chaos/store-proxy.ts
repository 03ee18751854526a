import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../crash/ledger.ts'

export const storeFaults = ['errors', 'slow', 'cut'] as const
type Mode = 'passes' | (typeof storeFaults)[number]

export type StoreProxy = {
  port: number
  set: (mode: Mode) => void
  /** Requests that were treated badly. */
  spoilt: () => number
  stop: () => Promise<void>
}

/**
 * What stands before the store and treats every second request badly for a time: 500 and 503 as S3 words them, answers
 * that are late, and connections that are cut, before the store has seen the request or after.
 */
export async function startStoreProxy(
  host: string,
  store: URL,
  random: Random,
): Promise<StoreProxy> {
  let mode: Mode = 'passes'
  let spoilt = 0
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    const isSpoilt = mode !== 'passes' && random.between(0, 1) === 1
    if (isSpoilt) spoilt += 1
    if (isSpoilt && mode === 'errors') return refuse(incoming, outgoing, random)
    if (isSpoilt && mode === 'cut' && random.between(0, 1) === 1) {
      return incoming.socket.destroy()
    }
    const isCutLater = isSpoilt && mode === 'cut'
    const waitMs = isSpoilt && mode === 'slow' ? random.between(500, 8_000) : 0
    setTimeout(() => forward(incoming, outgoing, { store, agent, isCutLater }), waitMs)
    return undefined
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    set: (next) => void (mode = next),
    spoilt: () => spoilt,
    stop: async () => {
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, random: Random): void {
  incoming.resume()
  const [status, code] = random.between(0, 1) === 1 ? [503, 'SlowDown'] : [500, 'InternalError']
  outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Chaos</Message></Error>`)
}

type Way = { store: URL; agent: Agent; isCutLater: boolean }

function forward(incoming: IncomingMessage, outgoing: ServerResponse, way: Way): void {
  const { method, url, headers } = incoming
  const { hostname, port } = way.store
  // The signature holds for the name that the sender called, so that goes on as it is.
  const sent = request({ hostname, port, method, path: url, headers, agent: way.agent })
  sent.on('response', (answer) => {
    if (way.isCutLater) return void outgoing.destroy()
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  sent.on('error', () => outgoing.destroy())
  outgoing.on('close', () => sent.destroy())
  incoming.pipe(sent)
}
