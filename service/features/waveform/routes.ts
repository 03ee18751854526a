import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Waveform } from './schema.ts'
import { readWaveform } from './waveform.ts'

export function waveformRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/waveform',
    {
      config: { scope: 'read', errors: ['waveform_missing', 'no_audio'] },
      schema: {
        operationId: 'getWaveform',
        summary: 'How loud a recording is from end to end',
        ...addition,
        description:
          'Measured when the recording is decoded, so it is there soon after its ' +
          'transcription has begun: a few kilobytes, however long the recording is.',
        tags: ['content'],
        params: Type.Object({ projectId: Type.String(), contentId: Type.String() }),
        response: { 200: Data(Waveform) },
      },
    },
    async (request) => ok(request, await readWaveform(deps, request.caller, request.params)),
  )
}
