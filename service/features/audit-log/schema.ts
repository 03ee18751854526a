import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const hash = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })

const action = {
  description: 'What was done, as noun.verb; more will come',
  examples: ['webhook.secret_rotated'],
}

export const AuditEntry = Type.Object(
  {
    id: Id('aud'),
    position: Type.Integer({
      minimum: 1,
      description: 'Counts from 1 without a gap',
      examples: [42],
    }),
    action: Type.String(action),
    object_id: Nullable(
      Type.String({
        description: 'What it was done to; null where there is only one, such as the organization',
        examples: ['wh_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    project_id: Nullable(Id('proj')),
    tool: Type.Optional(
      Type.String({
        description:
          'The tool of an assistant that it was done with; left out where it was none. `assistant.<tool>` is what was ' +
          'only read with it',
        examples: ['get_transcript'],
      }),
    ),
    actor: Type.Object({
      type: StringEnum(['app', 'api_key', 'session'], {
        description:
          '`app` for the app and the command line on this machine, `session` for a member who signed in',
        examples: ['api_key'],
      }),
      api_key_id: Nullable(Id('key')),
      session_id: Type.Optional(Id('ses')),
      member_id: Id('mem'),
    }),
    created_at: Timestamp,
    previous_hash: hash('`hash` of the entry before, 64 zeros for the first'),
    hash: hash(
      'SHA-256 of this entry without `hash` and `api_key`: as JSON, keys sorted, no spaces, UTF-8',
    ),
    api_key: Nullable(
      Type.Object(
        {
          name: Type.String({ examples: ['Claude'] }),
          is_revoked: Type.Boolean({ examples: [false] }),
        },
        { title: 'AuditKey', description: 'What the key is called, or was when it was revoked' },
      ),
    ),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>
/** What the hash is of, and the hash. */
export type HashedEntry = Omit<AuditEntry, 'api_key'>

export const AuditQuery = Type.Object({
  ...paging,
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only this; `webhook.*` is all that was done to webhooks',
      examples: ['webhook.secret_rotated'],
    }),
  ),
})
export type AuditQuery = Static<typeof AuditQuery>
