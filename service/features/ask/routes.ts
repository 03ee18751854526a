import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { ok } from '../../http/envelope.ts'
import { prefersStream } from '../../http/event-stream.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { addition } from '../../http/openapi-badges.ts'
import { sendEvents } from '../../http/send-events.ts'
import type { App } from '../../http/server.ts'
import { answerFromLibrary, answerQuestion, type OnQuotes } from './ask.ts'
import { AskAnswer, AskRequest, LibraryRequest, type Reply } from './schema.ts'

/** Choice: it changes nothing, so that reading is enough; a model may work for it. */
const config = { scope: 'read', rate: 'engine', audit: null } as const
const tags = ['search']

const guide =
  'The answer is never made up: it is what was said, word for word, or, where a language model is installed or ' +
  'connected, what it read, with quotes that it stands on. Where the recordings do not hold it, `is_found` is ' +
  'false.\n\nAsked with `Accept: text/event-stream` it sends `quotes` (`quotes`, `searched_by`, `filters`) as soon as ' +
  'something is found, `answer` (`answer`, `is_found`, `model_used`), and `done` with the whole result; what fails ' +
  'later is `error`.'

export function askRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/ask',
    {
      config: { ...config, errors: ['project_access_denied', 'not_found', 'transcript_not_ready'] },
      schema: {
        operationId: 'askLibrary',
        summary: 'A question, answered with quotes from all recordings',
        ...addition,
        description:
          'Looks for the answer in what was said in the recordings of all projects that the key may see, in ' +
          `those of one project, or in one recording, and quotes it with speaker and time. ${guide}`,
        tags,
        body: LibraryRequest,
        response: { 200: AskAnswer },
      },
    },
    async (request, reply) =>
      send(deps, { request, reply }, (onQuotes) =>
        answerFromLibrary(deps, request.caller, {
          request: request.body,
          signal: goneSignal(reply),
          onQuotes,
        }),
      ),
  )

  app.post(
    '/v1/projects/:projectId/ask',
    {
      config: { ...config, errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'askQuestion',
        summary: 'A question, answered with quotes from the recordings',
        ...addition,
        description:
          'Looks for the answer in what was said in the recordings of a project, or in one of them, and quotes ' +
          `it with speaker and time. ${guide}`,
        tags,
        params: Type.Object({ projectId: Type.String() }),
        body: AskRequest,
        response: { 200: AskAnswer },
      },
    },
    async (request, reply) =>
      send(deps, { request, reply }, (onQuotes) =>
        answerQuestion(deps, request.caller, {
          projectId: request.params.projectId,
          request: request.body,
          signal: goneSignal(reply),
          onQuotes,
        }),
      ),
  )
}

type Sending = { request: FastifyRequest; reply: FastifyReply }

/** As one reply, or step by step where that is asked for. */
async function send(
  deps: Deps,
  { request, reply }: Sending,
  answer: (onQuotes: OnQuotes) => Promise<Reply>,
) {
  if (!prefersStream(request.headers.accept)) return ok(request, await answer(() => undefined))
  return sendEvents(deps, { request, reply }, async (say) => {
    const result = await answer((found) => say(found, 'quotes'))
    const { answer: words, is_found, model_used } = result
    say({ answer: words, is_found, model_used }, 'answer')
    say(result, 'done')
  })
}
