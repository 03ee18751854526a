import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { damageKinds } from '../../recovery/finding.ts'
import { recoveryFailures } from '../../recovery/failures.ts'
import { recoveryActions } from '../../recovery/host.ts'

const Action = StringEnum(recoveryActions, {
  description:
    'try_again opens the library once more; restore_backup puts a backup in its place; ' +
    'replace_secret_key makes another key, so that sealed secrets have to be set anew; export copies ' +
    'recordings and readable rows into a folder; open_what_is_left goes on without the rows that are lost or ' +
    'cannot be read; rebuild makes a new database from the recordings and ' +
    'transcribes them again; start_fresh begins an empty library. What is replaced is kept.',
})

export const Recovery = Type.Object(
  {
    is_needed: Type.Boolean({
      description: 'Whether the library is closed: it is damaged, or another takes its place',
    }),
    damage: Nullable(
      Type.Object({
        kind: StringEnum(damageKinds, {
          description:
            'The database, rows of it that are lost or cannot be read, a database that ends again and again, the ' +
            'secret key, or the key of an encrypted library',
        }),
        found_at: Timestamp,
      }),
    ),
    recordings: Type.Object(
      {
        count: Type.Integer({ examples: [312] }),
        size_bytes: Type.Integer({ format: 'int64', examples: [8_192_000_000] }),
        described_count: Type.Integer({
          description: 'Those whose name and project are known without the database',
          examples: [312],
        }),
      },
      { description: 'On the disk, whatever the state of the database' },
    ),
    actions: Type.Array(Action, { description: 'What can be asked for now, the gentlest first' }),
    backups: Type.Array(
      Type.Object({
        id: Id('bkp'),
        created_at: Timestamp,
        size_bytes: Type.Integer({ format: 'int64', examples: [48_000_000] }),
        includes_media: Type.Boolean({ description: 'Whether it holds the recordings' }),
      }),
      { description: 'Good ones that restore_backup can take by their id, newest first' },
    ),
    work: Nullable(
      Type.Object(
        {
          action: StringEnum(recoveryActions),
          status: StringEnum(['running', 'completed', 'failed']),
          progress: Nullable(Type.Number({ description: 'From 0 to 1', examples: [0.4] })),
          error_code: Nullable(StringEnum(recoveryFailures)),
          folder: Nullable(
            Type.String({
              description: 'Where an export went; null but for the app and the command line here',
              examples: ['/var/lib/earshot-export'],
            }),
          ),
          lost_count: Type.Integer({
            description:
              'After a restore: how many recordings of the backup came back without their sound, of which no copy is ' +
              'undamaged. Their transcripts and notes are there.',
            examples: [0],
          }),
          lost_recordings: Type.Array(
            Type.Object({
              id: Id('cont'),
              title: Nullable(
                Type.String({
                  description: 'Null while the library is closed',
                  examples: ['Weekly call'],
                }),
              ),
            }),
            { description: 'The first hundred of them, by their titles' },
          ),
        },
        { description: 'The action that runs, or the last one since the process started' },
      ),
    ),
  },
  { title: 'Recovery' },
)
export type Recovery = Static<typeof Recovery>

export const NewRecovery = Type.Object(
  {
    action: Action,
    folder: Type.Optional(
      Type.String({
        description:
          'For export: an absolute path that is free or empty; without one, in the data folder',
        minLength: 1,
        maxLength: 4_000,
        examples: ['/var/lib/earshot-export'],
      }),
    ),
    backup: Type.Optional(
      Type.String({
        description:
          'For restore_backup: the id of one of `backups`, or the absolute path of a backup, its folder or ' +
          'one file',
        minLength: 1,
        maxLength: 4_000,
        examples: ['/var/lib/backup.tar'],
      }),
    ),
    passphrase: Type.Optional(
      Type.String({
        description:
          'For restore_backup: opens the secret key in the backup. Without it the present one stays; ' +
          'webhooks whose secrets it does not open are switched off.',
        minLength: 1,
        maxLength: 1_000,
        examples: ['seven otters cross the old bridge'],
      }),
    ),
  },
  { additionalProperties: false, title: 'RecoveryInput' },
)
export type NewRecovery = Static<typeof NewRecovery>

export const ReplacedLibrary = Type.Object(
  {
    id: Type.String({ examples: ['2026-11-23T15-04-05-000Z'] }),
    replaced_at: Timestamp,
    size_bytes: Type.Integer({ format: 'int64', examples: [8_192_000_000] }),
  },
  { title: 'ReplacedLibrary' },
)
export type ReplacedLibrary = Static<typeof ReplacedLibrary>
