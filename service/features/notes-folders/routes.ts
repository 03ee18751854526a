import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { chooseNotesFolder, readNotesFolder, removeNotesFolder } from './notes-folders.ts'
import { NotesFolder, PutNotesFolderRequest } from './schema.ts'

const url = '/v1/projects/:projectId/notes-folder'
const params = Type.Object({ projectId: Type.String() })
const tags = ['projects']

export function notesFolderRoutes(app: App, deps: Deps): void {
  app.get(
    url,
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'getNotesFolder',
        summary: 'The folder that a project mirrors itself into as Markdown',
        ...addition,
        description: 'Needs an admin’s key that is not restricted to projects.',
        tags,
        params,
        response: { 200: Data(NotesFolder) },
      },
    },
    async (request) =>
      ok(request, await readNotesFolder(deps, request.caller, request.params.projectId)),
  )

  app.put(
    url,
    {
      config: { scope: 'write', concerns: 'installation', audit: 'notes_folder.chosen' },
      schema: {
        operationId: 'putNotesFolder',
        summary: 'Mirror a project into a folder as Markdown',
        ...addition,
        description:
          'Each recording with a transcript gets a note, which is kept up to date; what people write ' +
          'in it outside Earshot’s marks stays, and tasks that they tick there are ticked here. The ' +
          'same folder again looks at everything again. Another one gets the notes with what people ' +
          'wrote. Needs an admin’s key that is not restricted to projects.',
        tags,
        params,
        body: PutNotesFolderRequest,
        response: { 200: Data(NotesFolder) },
      },
    },
    async (request) => {
      const { caller, params: at, body } = request
      return ok(request, await chooseNotesFolder(deps, caller, at.projectId, body.path))
    },
  )

  app.delete(
    url,
    {
      config: { scope: 'write', concerns: 'installation', audit: 'notes_folder.removed' },
      schema: {
        operationId: 'deleteNotesFolder',
        summary: 'Mirror a project no longer',
        ...addition,
        description:
          'The files stay as they are. Needs an admin’s key that is not restricted to projects.',
        tags,
        params,
        response: { 200: Data(NotesFolder) },
      },
    },
    async (request) =>
      ok(request, await removeNotesFolder(deps, request.caller, request.params.projectId)),
  )
}
