import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const Scopes = Type.Array(StringEnum(['read', 'write']), { uniqueItems: true, maxItems: 2 })
const ProjectIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
})
const KeyType = StringEnum(['secret', 'publishable'])

/** Spec: API key. The full key is not among the fields, so it cannot be listed. */
export const ApiKey = Type.Object(
  {
    id: Id('key'),
    name: Type.String(),
    key_prefix: Type.String(),
    key_type: KeyType,
    scopes: Scopes,
    project_ids: Nullable(Type.Array(Type.String())),
    last_used_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKey>

/** Spec: Authentication 6, the full key is returned once, in the response that creates it. */
export const CreatedApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String() },
  { title: 'CreatedApiKey' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const NewApiKey = Body(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Optional(Scopes),
    project_ids: Type.Optional(ProjectIds),
    key_type: Type.Optional(KeyType),
    expires_at: Type.Optional(Timestamp),
  },
  { title: 'NewApiKey' },
)
export type NewApiKey = Static<typeof NewApiKey>
