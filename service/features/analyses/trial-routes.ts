import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { Trial, TryPromptAnswer, TryPromptRequest } from './schema.ts'
import { readTrial, removeTrial, tryPrompt } from './trials.ts'

const tags = ['prompts']
const content = '/v1/projects/:projectId/content/:contentId'
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })
const trialParams = Type.Object({ ...params.properties, trialId: Type.String() })

export function trialRoutes(app: App, deps: Deps): void {
  tryRoute(app, deps)

  app.get(
    `${content}/trials/:trialId`,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getTrial',
        summary: 'What came of trying a prompt',
        description: 'Kept for a day, and as long as the recording.',
        tags,
        params: trialParams,
        response: { 200: Data(Trial) },
      },
    },
    async (request) => ok(request, await readTrial(deps, request.caller, request.params)),
  )

  app.delete(
    `${content}/trials/:trialId`,
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'deleteTrial',
        summary: 'Give a trial up, or forget its result',
        description: 'One that is at work stops within a second.',
        tags,
        params: trialParams,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) => ok(request, await removeTrial(deps, request.caller, request.params)),
  )
}

function tryRoute(app: App, deps: Deps): void {
  app.post(
    `${content}/try-prompt`,
    {
      config: { scope: 'write', rate: 'engine', audit: null, errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'tryPrompt',
        summary: 'Try a prompt on a recording before it is saved',
        description:
          'Runs as an analysis does, but is none: it is not listed among the analyses of the ' +
          'recording, sends no event and is not found by search.',
        tags,
        params,
        body: TryPromptRequest,
        response: { 202: Data(TryPromptAnswer) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      const { caller, body } = request
      return ok(request, await tryPrompt(deps, caller, request.params, body))
    },
  )
}
