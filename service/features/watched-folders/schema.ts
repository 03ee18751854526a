import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { paging } from '../../http/paging.ts'

const Filename = Type.String({
  description: 'Where it lies below the folder',
  examples: ['2026-11-21 15.00.12 Weekly sync/video1234567890.mp4'],
})

/** Ours: the specification knows nothing of folders. */
export const WatchedFolder = Type.Object(
  {
    id: Id('wfl'),
    project_id: Id('proj'),
    path: Type.String({
      description: 'On the machine of the service, without symbolic links',
      examples: ['/srv/recordings'],
    }),
    error: Nullable(Failure),
    taken_count: Type.Integer({ description: 'Recordings that came from it', examples: [12] }),
    waiting: Type.Array(
      Type.Object({
        filename: Filename,
        reason: StringEnum(['being_written', 'online_only'], {
          description: 'online_only: its bytes are in a cloud, not on this machine',
          examples: ['being_written'],
        }),
      }),
      { description: 'Files that are not taken yet, 20 at most' },
    ),
    failures: Type.Array(
      Type.Object({ filename: Filename, error: Failure, failed_at: Timestamp }),
      { description: 'Files that were refused, newest first, 20 at most' },
    ),
    created_at: Timestamp,
  },
  { title: 'WatchedFolder' },
)
export type WatchedFolder = Static<typeof WatchedFolder>

export const WatchedFolderQuery = Type.Object({
  ...paging,
  project_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only the folders of this project' }),
  ),
})
export type WatchedFolderQuery = Static<typeof WatchedFolderQuery>

export const NewWatchedFolder = Body(
  {
    project_id: Id('proj'),
    path: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Absolute, of a folder that is there and can be read',
      examples: ['/srv/recordings'],
    }),
  },
  { title: 'WatchedFolderInput' },
)
export type NewWatchedFolder = Static<typeof NewWatchedFolder>
