import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { Member } from '../members/members.ts'

const method = StringEnum(['email', 'openid', 'invitation'], {
  description: 'A link by mail, an OpenID provider, or the link of an invitation',
  examples: ['email'],
})

export const Session = Type.Object(
  {
    id: Id('ses'),
    method,
    user_agent: Nullable(
      Type.String({
        description: 'What the browser called itself when it signed in',
        examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
      }),
    ),
    is_current: Type.Boolean({
      description: 'Whether the request was made with it',
      examples: [true],
    }),
    last_used_at: Type.String({
      format: 'date-time',
      description: 'To the minute; a session that is not used for seven days ends',
      examples: ['2026-11-21T09:30:00.000Z'],
    }),
    expires_at: Type.String({
      format: 'date-time',
      description: '30 days after it began',
      examples: ['2026-12-21T09:30:00.000Z'],
    }),
    created_at: Timestamp,
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const OrganizationName = Type.Object(
  { id: Id('org'), name: Type.String({ examples: ['Acme'] }) },
  { title: 'OrganizationName' },
)

export const Identity = Type.Object(
  {
    member: Member,
    organization: OrganizationName,
    organizations: Type.Array(OrganizationName, {
      description: 'Those that the session may change to, with the present one',
    }),
    operates_installation: Type.Boolean({
      description:
        'Whether the organization operates the installation; its admins look after what all organizations share',
      examples: [true],
    }),
    has_own_library: Type.Boolean({
      description:
        'Whether the library is files of the service, which it backs up and encrypts itself, and is on no database server',
      examples: [true],
    }),
    session: Nullable(Session),
    csrf_token: Nullable(
      Type.String({
        description:
          'What a browser that signed in sends as Earshot-CSRF with every write; null with an API key',
        examples: ['pR0mQ4x1Zs8Yd2Lk7Jw5Tg3Hn6Bv9Cf0Aq1Ei4Uo8M'],
      }),
    ),
  },
  { title: 'Identity' },
)
export type Identity = Static<typeof Identity>

export const SessionInput = Body(
  {
    organization_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'One of `organizations` of GET /v1/me',
      examples: ['org_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  },
  { title: 'SessionInput' },
)
export type SessionInput = Static<typeof SessionInput>
