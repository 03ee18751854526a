import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { listVoices, removeAllVoices, removeVoice } from './manage.ts'
import { ForgottenVoices, Voice } from './schema.ts'

const tags = ['voices']
const voices = '/v1/projects/:projectId/voices'
const params = Type.Object({ projectId: Type.String() })

export function voiceRoutes(app: App, deps: Deps): void {
  app.get(
    voices,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVoices',
        summary: 'People whose voice a project remembers, newest first',
        description: 'Empty unless the project’s settings.voice_memory is on.',
        tags,
        params,
        querystring: PagingQuery,
        response: { 200: Page(Voice) },
      },
    },
    async (request) => {
      const { caller, params: at, query } = request
      return page(request, await listVoices(deps, caller, at.projectId, query))
    },
  )

  app.delete(
    `${voices}/:voiceId`,
    {
      config: { scope: 'write', audit: 'voice.deleted' },
      schema: {
        operationId: 'deleteVoice',
        summary: 'Forget a voice',
        description:
          'Deletes all that the project knows of how this person sounds, for good. Names in transcripts stay.',
        tags,
        params: Type.Object({ ...params.properties, voiceId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request) => {
      const { projectId, voiceId } = request.params
      return ok(request, await removeVoice(deps, request.caller, projectId, voiceId))
    },
  )

  app.delete(
    voices,
    {
      config: { scope: 'write', audit: 'voices.deleted' },
      schema: {
        operationId: 'forgetVoices',
        summary: 'Forget all voices of a project',
        description:
          'Also those of speakers whom nobody named. The project goes on remembering new ones until settings.voice_memory is off.',
        tags,
        params,
        response: { 200: Data(ForgottenVoices) },
      },
    },
    async (request) =>
      ok(request, await removeAllVoices(deps, request.caller, request.params.projectId)),
  )
}
