import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

export const Backup = Type.Object(
  {
    id: Id('bkp'),
    status: StringEnum(['processing', 'completed', 'failed'], { examples: ['completed'] }),
    progress: Nullable(
      Type.Number({ description: 'From 0 to 1 while it is made', examples: [0.4] }),
    ),
    reason: StringEnum(['daily', 'manual', 'update'], {
      description: 'Made by itself, on request, or before an update of the database',
      examples: ['daily'],
    }),
    includes_media: Type.Boolean({
      description: 'Whether it holds the recordings, or only what the library says of them',
      examples: [false],
    }),
    has_secret: Type.Boolean({
      description: 'Whether it holds the key of this installation, sealed with a passphrase',
      examples: [false],
    }),
    recordings: Nullable(Type.Integer({ description: 'How many it names', examples: [120] })),
    compared_count: Nullable(
      Type.Integer({
        description:
          'How many recordings in it were compared with what was recorded as it was made; null where it holds none, ' +
          'or where an earlier version made it',
        examples: [120],
      }),
    ),
    damaged_count: Nullable(
      Type.Integer({
        description: 'How many recordings were left out because they differ from what was recorded',
        examples: [0],
      }),
    ),
    is_on_same_disk: Type.Boolean({
      description:
        'Whether it lies on the disk of the library: then its recordings are the same bytes under a second name, ' +
        'and all is lost with the disk',
      examples: [true],
    }),
    size_bytes: Nullable(Type.Integer({ format: 'int64', examples: [48_000_000] })),
    created_at: Timestamp,
    completed_at: Nullable(Timestamp),
    error: Nullable(Failure),
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

export const NewBackup = Body(
  {
    include_media: Type.Optional(
      Type.Boolean({
        description: 'Left out: where backups lie outside the data folder',
        examples: [true],
      }),
    ),
    passphrase: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 200,
        description:
          'Seals the key of this installation into the backup, so that secrets of webhooks are restored on ' +
          'another machine as well. It is not kept.',
        examples: ['correct horse battery staple'],
      }),
    ),
  },
  { title: 'BackupInput' },
)
export type NewBackup = Static<typeof NewBackup>

export const Archive = {
  description: 'The backup, as it is read from disk',
  content: { 'application/x-tar': { schema: Type.String({ format: 'binary' }) } },
}
