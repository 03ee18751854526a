import { Type, type Static } from 'typebox'
import { serverKinds } from '../../engine/connected/server-models.ts'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { EntranceTest } from './entrance-test.ts'

const BaseUrl = (description: string) =>
  Type.String({ maxLength: 500, description, examples: ['http://127.0.0.1:11434'] })
const Kind = StringEnum(serverKinds, {
  description: 'The program, as far as its list of models tells',
  examples: ['ollama'],
})
const ContextTokens = Nullable(
  Type.Integer({ description: 'Null where the server does not tell', examples: [8192] }),
)
const Name = Type.String({ description: 'As the server calls it', examples: ['llama3.2:3b'] })

/** Ours: the specification knows nothing of servers. */
export const ModelServer = Type.Object(
  {
    id: Id('msv'),
    base_url: BaseUrl('Its address, without /v1'),
    kind: Kind,
    is_local: Type.Boolean({ description: 'Whether it is on this machine', examples: [true] }),
    allow_remote: Type.Boolean({ description: 'Whether the owner allowed another machine' }),
    allow_unencrypted: Type.Boolean({
      description: 'Whether the owner allowed http:// to another machine',
    }),
    has_api_key: Type.Boolean({ description: 'The key itself is never shown' }),
    state: Type.Object({
      status: StringEnum(['reachable', 'unreachable'], { examples: ['reachable'] }),
      problem: Nullable(
        Type.String({
          description: 'Why it is unreachable, for the owner',
          examples: ['The language model’s server does not run (connection refused).'],
        }),
      ),
    }),
    models: Type.Array(
      Type.Object({
        id: Type.String({
          description: 'What settings.language_model of the organization takes',
          examples: ['msv_01kayr3c9nfq4tq4h6zr6yv0b2/llama3.2:3b'],
        }),
        name: Name,
        context_tokens: ContextTokens,
        entrance_test: EntranceTest,
        is_default: Type.Boolean({ description: 'Whether it writes the analyses now' }),
      }),
      { description: 'Those it has now; only the chosen one while it is unreachable' },
    ),
    created_at: Timestamp,
  },
  { title: 'ModelServer' },
)
export type ModelServer = Static<typeof ModelServer>

export const FoundModelServers = Type.Object(
  {
    servers: Type.Array(
      Type.Object({
        base_url: BaseUrl('What POST /v1/model-servers takes'),
        kind: Kind,
        models: Type.Array(Type.Object({ name: Name, context_tokens: ContextTokens })),
      }),
    ),
  },
  { title: 'FoundModelServers' },
)
export type FoundModelServers = Static<typeof FoundModelServers>

export const NewModelServer = Body(
  {
    base_url: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Its address, with or without /v1 at the end',
      examples: ['http://127.0.0.1:11434'],
    }),
    api_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'Sent as a bearer token; kept encrypted, never shown',
        examples: ['local-key'],
      }),
    ),
    allow_remote: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Your yes to transcripts being sent to an address that is not this machine',
      }),
    ),
    allow_unencrypted: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Your yes to doing so over http://, which others on the way can read',
      }),
    ),
  },
  { title: 'ModelServerInput', examples: [{ base_url: 'http://127.0.0.1:11434' }] },
)
export type NewModelServer = Static<typeof NewModelServer>
