import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  makeCertificate,
  testAuthority,
  type Certificate,
  type CertificateKind,
} from './certificates.ts'

/** How the receiver treats a request: by name, or with this answer, which comes `once` something else has. */
export type Behaviour =
  | {
      status: number
      headers?: Record<string, string>
      body?: string | Buffer
      once?: Promise<void>
    }
  | 'hang'
  | 'drip'
  | 'reset'
  | 'cut-short'
  | 'huge-body'
  | 'huge-headers'
  | 'not-http'

export type Received = {
  path: string
  headers: Record<string, string>
  rawHeaders: string[]
  body: Buffer
}

export type Receiver = {
  port: number
  /** The certificate to trust, PEM. */
  authority: string
  requests: Received[]
  connections: number
  /** Requests that are open now, and the most there were at once. */
  open: number
  mostOpen: number
  /** Bytes of bodies written so far, for `huge-body`. */
  bytesWritten: number
  url: (path?: string, host?: string) => string
  /** Without it a path answers 200. */
  behave: (path: string, behaviour: Behaviour) => void
  /** Resolves once `count` requests have been received in all. */
  received: (count: number) => Promise<void>
  stop: () => Promise<void>
}

/** A real HTTPS server on loopback that catches webhooks. */
export async function startReceiver(
  kind: CertificateKind | Certificate = 'good',
): Promise<Receiver> {
  const behaviours = new Map<string, Behaviour>()
  const waiters: { count: number; resolve: () => void }[] = []
  const certificate = typeof kind === 'string' ? await makeCertificate(kind) : kind
  const server = createServer(certificate, (request, response) => {
    response.once('close', () => receiver.open--)
    void catchRequest(receiver, request).then(() => {
      for (const { count, resolve } of waiters) if (receiver.requests.length >= count) resolve()
      const path = request.url ?? ''
      return answer(receiver, response, behaviours.get(path) ?? { status: 200, body: 'ok' })
    })
  })
  const sockets = trackSockets(server, () => receiver.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const receiver: Receiver = {
    port,
    authority: (await testAuthority()).cert,
    requests: [],
    connections: 0,
    open: 0,
    mostOpen: 0,
    bytesWritten: 0,
    url: (path = '/', host = 'localhost') => `https://${host}:${port}${path}`,
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    received: (count) =>
      receiver.requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => void waiters.push({ count, resolve })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return receiver
}

function trackSockets(server: Server, onConnect: () => void): Set<Duplex> {
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    onConnect()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  return sockets
}

async function catchRequest(receiver: Receiver, request: IncomingMessage): Promise<void> {
  receiver.open++
  receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  receiver.requests.push({
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    rawHeaders: request.rawHeaders,
    body: Buffer.concat(chunks),
  })
}

async function answer(
  receiver: Receiver,
  response: ServerResponse,
  behaviour: Behaviour,
): Promise<void> {
  if (behaviour === 'hang') return
  if (behaviour === 'reset') return void response.socket?.destroy()
  if (behaviour === 'drip') return drip(response)
  if (behaviour === 'huge-body') return writeHugeBody(receiver, response)
  if (behaviour === 'not-http') return void response.socket?.end('this is not HTTP\r\n\r\n')
  if (behaviour === 'huge-headers') {
    return void response.writeHead(200, { 'x-large': 'x'.repeat(200_000) }).end()
  }
  if (behaviour === 'cut-short') {
    response.writeHead(200, { 'content-length': '1000' }).write('only the start', () => {
      response.socket?.destroy()
    })
    return
  }
  await behaviour.once
  response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body)
}

/** One byte every 20 ms, for as long as anybody reads. */
function drip(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

/** Ten gigabytes, as fast as they are taken. */
async function writeHugeBody(receiver: Receiver, response: ServerResponse): Promise<void> {
  response.writeHead(200)
  response.on('error', () => {})
  const block = Buffer.alloc(1_048_576, 'x')
  const closed = new Promise<void>((resolve) => response.on('close', resolve))
  for (let blocks = 0; blocks < 10_240 && !response.destroyed; blocks++) {
    receiver.bytesWritten += block.length
    if (response.write(block)) continue
    await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed])
  }
}
