import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificates.ts'

export type TlsProxy = {
  origin: string
  /** The port on loopback to which requests go, with the Host that the browser sent. */
  forwardTo: (port: number) => void
  stop: () => Promise<void>
}

/** What stands before a service that members elsewhere use: HTTPS on localhost, with a certificate of no authority. */
export async function startTlsProxy(): Promise<TlsProxy> {
  let port = 0
  const server = createServer(await makeCertificate('good'), (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers: forwarded })
    sent.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.once('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo // it listens on TCP
  return {
    origin: `https://localhost:${own}`,
    forwardTo: (target) => {
      port = target
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
