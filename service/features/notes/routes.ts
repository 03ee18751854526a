import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { readNotes, writeNotes } from './notes.ts'
import { Notes, PutNotesRequest } from './schema.ts'

const url = '/v1/projects/:projectId/content/:contentId/notes'
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function notesRoutes(app: App, deps: Deps): void {
  app.get(
    url,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getNotes',
        summary: 'Notes and marked moments of a recording',
        ...addition,
        description: 'What people wrote down themselves; empty where nobody did.',
        tags: ['content'],
        params,
        response: { 200: Data(Notes) },
      },
    },
    async (request) => ok(request, await readNotes(deps, request.caller, request.params)),
  )

  app.put(
    url,
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'putNotes',
        summary: 'Write the notes of a recording',
        ...addition,
        description:
          'Replaces text and markers as a whole, so the same request again changes nothing. ' +
          'They are deleted with the recording, and search finds them.',
        tags: ['content'],
        params,
        body: PutNotesRequest,
        response: { 200: Data(Notes) },
      },
    },
    async (request) =>
      ok(request, await writeNotes(deps, request.caller, request.params, request.body)),
  )
}
