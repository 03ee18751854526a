import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { problemCodes } from './problem.ts'

/** Choice: not in the specification; a project may mirror itself into a folder of this machine as Markdown. */
export const NotesFolder = Type.Object(
  {
    project_id: Id('proj'),
    path: Nullable(
      Type.String({
        description: 'The folder on the machine of the service; null where the project has none',
        examples: ['/srv/notes/calls'],
      }),
    ),
    state: StringEnum(['off', 'writing', 'current', 'failed'], {
      description:
        'off: no folder; writing: some recordings say something newer than their notes; current: ' +
        'none does; failed: see error, it is tried again every minute',
      examples: ['current'],
    }),
    note_count: Type.Integer({ description: 'Notes that lie in the folder', examples: [12] }),
    waiting_count: Type.Integer({
      description: 'Recordings that are still to be looked at',
      examples: [0],
    }),
    written_at: Nullable(Timestamp),
    error: Nullable(
      Type.Object(
        {
          code: StringEnum(problemCodes, {
            description: 'Stable; decide by it',
            examples: ['folder_missing'],
          }),
          message: Failure.properties.message,
        },
        { title: 'NotesFolderError' },
      ),
    ),
  },
  { title: 'NotesFolder' },
)
export type NotesFolder = Static<typeof NotesFolder>

export const PutNotesFolderRequest = Body(
  {
    path: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'A folder that is there, as an absolute path on the machine of the service; neither in ' +
        'Earshot’s data folder nor another project’s',
      examples: ['/srv/notes/calls'],
    }),
  },
  { title: 'PutNotesFolderRequest', examples: [{ path: '/srv/notes/calls' }] },
)
