// Connections that lead only where was checked (host-check.ts).
import { connect, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, type buildConnector } from 'undici'
import { pinnedLookup } from './host-check.ts'

/** @param onConnected called once TLS is agreed on: from then on something may be sent */
export type Attempt = { signal: AbortSignal; onConnected?: () => void }

/**
 * Whom to trust: Node's own certificates and `authorities` (PEM) besides; undefined for its own alone. Given `ca`, Node would
 * trust nothing else.
 */
export const trustOf = (authorities: readonly string[]): SecureContext | undefined =>
  authorities.length === 0
    ? undefined
    : createSecureContext({ ca: [...getCACertificates('default'), ...authorities] })

/** A client for one attempt, whose every look-up answers with the addresses that were checked. */
export const openAgent = (
  addresses: readonly string[],
  trust: SecureContext | undefined,
  attempt: Attempt,
): Agent =>
  // Our own deadline covers everything; undici's coarse timers stay out of it.
  new Agent({
    ...{ headersTimeout: 0, bodyTimeout: 0 },
    connect: checkedConnector(addresses, trust, attempt),
  })

/** Unlike undici's own, it lets go of a connection that is still being made when `signal` aborts. */
export function checkedConnector(
  addresses: readonly string[],
  trust: SecureContext | undefined,
  { signal, onConnected }: Attempt,
): buildConnector.connector {
  const options = {
    lookup: pinnedLookup(addresses),
    ...(trust && { secureContext: trust }),
    ALPNProtocols: ['http/1.1'],
  }
  return ({ hostname, port }, callback) => {
    const socket = connect({ ...options, host: hostname, port: Number(port || 443) })
    const abort = () => socket.destroy(new Error('called off'))
    const refuse = (error: Error) => callback(error, null)
    signal.addEventListener('abort', abort)
    socket.once('error', refuse)
    socket.once('close', () => signal.removeEventListener('abort', abort))
    socket.once('secureConnect', () => {
      socket.off('error', refuse)
      // From here on requests abort it, each by its own signal.
      signal.removeEventListener('abort', abort)
      onConnected?.()
      callback(null, socket)
    })
  }
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
