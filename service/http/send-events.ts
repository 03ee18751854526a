import type { FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { answerOf } from './errors.ts'
import { shownAddress } from './origin.ts'

type Sending = { request: FastifyRequest; reply: FastifyReply }

/**
 * Answers with server-sent events of one piece of work, each a `data:` line with JSON, whatever the
 * client accepts: OpenAI's ask by a field of the body. What fails before the first event is answered as
 * everything that fails, and later as an event with the same `error`.
 */
export async function sendEvents(
  deps: Parameters<typeof shownAddress>[0],
  { request, reply }: Sending,
  work: (say: (event: object) => void) => Promise<void>,
): Promise<FastifyReply> {
  const body = new PassThrough()
  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  const say = (event: object): void => {
    hasBegun = true
    begun.resolve()
    if (!body.destroyed) body.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  work(say)
    .catch((error: unknown) => {
      if (!hasBegun) return begun.reject(error)
      say({ error: answerOf(request, error, () => shownAddress(deps)).error })
    })
    .finally(() => body.end())
  await begun.promise
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
