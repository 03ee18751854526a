import type { FastifyReply } from 'fastify'

/** Fires when the client is gone: work that only it waits for may end. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
