import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import type { App } from '../../http/server.ts'
import { answerQuestion } from './ask.ts'
import { AskRequest, Reply } from './schema.ts'

export function askRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/ask',
    {
      // Choice: it changes nothing, so that reading is enough; a model may work for it.
      config: { scope: 'read', rate: 'engine', audit: null, errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'askQuestion',
        summary: 'A question, answered with quotes from the recordings',
        ...addition,
        description:
          'Looks for the answer in what was said in the recordings of a project, or in one of ' +
          'them, and quotes it with speaker and time. The answer is never made up: it is what was ' +
          'said, word for word, or, where a language model is installed, a sentence of its own ' +
          'that the quotes support. Where the recordings do not hold it, `is_found` is false.',
        tags: ['search'],
        params: Type.Object({ projectId: Type.String() }),
        body: AskRequest,
        response: { 200: Data(Reply) },
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const question = { projectId, request: request.body, signal: goneSignal(reply) }
      return ok(request, await answerQuestion(deps, request.caller, question))
    },
  )
}
