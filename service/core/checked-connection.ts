// Connections that lead only where was checked (host-check.ts).
import { connect, getCACertificates, type ConnectionOptions } from 'node:tls'
import { Agent, type buildConnector } from 'undici'
import { pinnedLookup } from './host-check.ts'

/** @param onConnected called once TLS is agreed on: from then on something may be sent */
type Attempt = { signal: AbortSignal; onConnected?: () => void }

/**
 * A client for one attempt, whose every look-up answers with the addresses that were checked. `authorities` are
 * certificates (PEM) to trust besides Node's own.
 */
export function openAgent(
  addresses: string[],
  authorities: readonly string[],
  attempt: Attempt,
): Agent {
  // Given `ca`, Node would trust nothing else.
  const ca = [...getCACertificates('default'), ...authorities]
  const options = {
    lookup: pinnedLookup(addresses),
    ...(authorities.length > 0 && { ca }),
    ALPNProtocols: ['http/1.1'],
  }
  // Our own deadline covers everything; undici's coarse timers stay out of it.
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: connector(options, attempt) })
}

/** Unlike undici's own, it lets go of a connection that is still being made when `signal` aborts. */
const connector =
  (options: ConnectionOptions, { signal, onConnected }: Attempt): buildConnector.connector =>
  ({ hostname, port }, callback) => {
    const socket = connect({ ...options, host: hostname, port: Number(port || 443) })
    const abort = () => socket.destroy(new Error('called off'))
    const refuse = (error: Error) => callback(error, null)
    signal.addEventListener('abort', abort)
    socket.once('error', refuse)
    socket.once('close', () => signal.removeEventListener('abort', abort))
    socket.once('secureConnect', () => {
      socket.off('error', refuse)
      onConnected?.()
      callback(null, socket)
    })
  }

/** A name look-up cannot be stopped, but it need not be waited for. */
export async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const refuse = () => reject(signal.reason)
  signal.addEventListener('abort', refuse)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', refuse)
  }
}
