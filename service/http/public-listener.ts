import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Log } from '../core/log.ts'
import { toListenFailure } from './listen-failure.ts'

const publicSockets = new WeakSet<Socket>()

/** Whether this connection was made to the public listener and not to loopback. */
export const isPublicSocket = (socket: Socket): boolean => publicSockets.has(socket)

type PublicListener = { port: number | null; close: () => void }

/**
 * Listens on one more address, for members on other machines. Its connections are handed to the one HTTP
 * server (Node's manual, http, event 'connection'), so every limit and hook holds for them too.
 * `close` only ends the listening: the app closes the connections, and is itself closed where this fails.
 */
export async function listenPublicly(
  app: { server: Server; close: () => PromiseLike<unknown> },
  address: { host: string; port: number } | null,
  log: Log,
): Promise<PublicListener> {
  if (address === null) return { port: null, close: () => {} }
  const { host } = address
  const listener = createServer((socket) => {
    publicSockets.add(socket)
    app.server.emit('connection', socket)
  })
  listener.listen(address)
  try {
    await once(listener, 'listening')
  } catch (error) {
    await app.close()
    throw toListenFailure('EARSHOT_LISTEN', address, error)
  }
  const { port } = listener.address() as AddressInfo // it listens on a port
  log.info({ host, port }, 'listening for other machines')
  return { port, close: () => void listener.close() }
}
