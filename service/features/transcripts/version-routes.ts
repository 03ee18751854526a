import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { TranscriptVersion, VersionNumber } from './schema.ts'
import { listVersions, restoreVersion } from './versions.ts'

const tags = ['transcripts']
const versions = '/v1/projects/:projectId/content/:contentId/transcript/versions'
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function transcriptVersionRoutes(app: App, deps: Deps): void {
  app.get(
    versions,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTranscriptVersions',
        summary: 'Versions of a transcript, newest first',
        tags,
        params,
        querystring: PagingQuery,
        response: { 200: Page(TranscriptVersion) },
      },
    },
    async (request) =>
      page(request, await listVersions(deps, request.caller, request.params, request.query)),
  )

  app.register(async (scope: App) => restoreRoute(scope, deps))
}

function restoreRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    `${versions}/:version/restore`,
    {
      config: { scope: 'write', errors: ['transcript_not_ready', 'content_processing'] },
      schema: {
        operationId: 'restoreTranscriptVersion',
        summary: 'Return to an older version of a transcript',
        description: 'Makes a new version of it; nothing is lost. Fetch the transcript anew then.',
        tags,
        params: Type.Object({ ...params.properties, version: VersionNumber }),
        response: { 200: Data(TranscriptVersion) },
      },
    },
    async (request) => ok(request, await restoreVersion(deps, request.caller, request.params)),
  )
}
