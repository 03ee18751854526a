import { Type, type Static } from 'typebox'
import { Body, Id, IsoTime, Nullable, StringEnum, NameText, Timestamp } from '../../http/shapes.ts'

const Scopes = Type.Array(StringEnum(['read', 'write']), {
  uniqueItems: true,
  maxItems: 2,
  description: 'write contains read',
  examples: [['read', 'write']],
})
const ProjectIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description:
    'The only projects it reaches; null, all of them; left out, those of the key that makes it',
  examples: [['proj_01kayr3c9nfq4tq4h6zr6yv0b2']],
})
const KeyType = StringEnum(['secret', 'publishable'], {
  description: 'Publishable keys may only announce and confirm uploads, in the projects named',
})

const AllowedOrigins = Type.Array(
  Type.String({ minLength: 1, maxLength: 300, examples: ['https://app.example.com'] }),
  {
    maxItems: 20,
    uniqueItems: true,
    description:
      'The origins whose pages may upload with this publishable key, as browsers send them; none, only programs. An ' +
      'Earshot addition',
    examples: [['https://app.example.com']],
  },
)

/** Spec: API key. The full key is not among the fields, so it cannot be listed. */
export const ApiKey = Type.Object(
  {
    id: Id('key'),
    name: Type.String({ examples: ['Nightly import'] }),
    key_prefix: Type.String({
      description: 'The first characters of the key',
      examples: ['sk_live_3kTm'],
    }),
    key_type: KeyType,
    scopes: Scopes,
    project_ids: Nullable(
      Type.Array(Type.String(), {
        description: 'null means every project',
        examples: [['proj_01kayr3c9nfq4tq4h6zr6yv0b2']],
      }),
    ),
    allowed_origins: AllowedOrigins,
    last_used_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKey>

/** Spec: Authentication 6, the full key is returned once, in the response that creates it. */
export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Type.String({
      description: 'The whole key; shown this once',
      examples: ['sk_live_3kTm…'],
    }),
  },
  { title: 'CreatedApiKey' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const NewApiKey = Body(
  {
    name: NameText({
      maxLength: 100,
      examples: ['Nightly import'],
    }),
    scopes: Type.Optional(Scopes),
    project_ids: Type.Optional(Nullable(ProjectIds)),
    key_type: Type.Optional(KeyType),
    allowed_origins: Type.Optional(AllowedOrigins),
    expires_at: Type.Optional(
      Nullable(IsoTime('null, it works until it is revoked; left out, as the key that makes it')),
    ),
  },
  { title: 'ApiKeyInput', examples: [{ name: 'Nightly import', scopes: ['read', 'write'] }] },
)
export type NewApiKey = Static<typeof NewApiKey>
