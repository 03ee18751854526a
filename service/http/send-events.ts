import type { FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { answerOf } from './errors.ts'
import { shownAddress } from './origin.ts'

type Sending = { request: FastifyRequest; reply: FastifyReply }

/** Sends an event, under its name if it has one. */
export type Say = (event: object, name?: string) => void

/**
 * Answers with server-sent events of one piece of work, each a `data:` line with JSON, whatever the
 * client accepts: OpenAI's ask by a field of the body. What fails before the first event is answered as
 * everything that fails, and later as an event with the same `error`, called so where the others have names.
 */
export async function sendEvents(
  deps: Parameters<typeof shownAddress>[0],
  { request, reply }: Sending,
  work: (say: Say) => Promise<void>,
): Promise<FastifyReply> {
  const body = new PassThrough()
  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  let hasNames = false
  const say: Say = (event, name) => {
    hasBegun = true
    hasNames ||= name !== undefined
    begun.resolve()
    const head = name === undefined ? '' : `event: ${name}\n`
    if (!body.destroyed) body.write(`${head}data: ${JSON.stringify(event)}\n\n`)
  }
  work(say)
    .catch((error: unknown) => {
      if (!hasBegun) return begun.reject(error)
      const { error: told } = answerOf(request, error, () => shownAddress(deps))
      say({ error: told }, hasNames ? 'error' : undefined)
    })
    .finally(() => body.end())
  await begun.promise
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
