import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, NameText, Timestamp } from '../../http/shapes.ts'
import { CreatedApiKey } from '../api-keys/api-keys.ts'
import { Member, MemberRole } from '../members/members.ts'

/** Choice: the fields of an invitation (api-choices.md 3). The link is not among them. */
export const Invitation = Type.Object(
  {
    id: Id('inv'),
    email: Type.String({ description: 'As it was given', examples: ['ann@example.org'] }),
    role: MemberRole,
    status: StringEnum(['pending', 'accepted', 'revoked', 'expired'], {
      description: 'Only a pending invitation can be accepted, resent or revoked',
      examples: ['pending'],
    }),
    invited_by: Nullable(
      Type.String({
        description: 'The member whose key made the invitation',
        examples: ['mem_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    expires_at: Type.String({
      format: 'date-time',
      description: 'Seven days after it was last sent',
      examples: ['2026-11-28T09:30:00.000Z'],
    }),
    last_sent_at: Timestamp,
    send_count: Type.Integer({
      description: 'How often it was made or resent',
      examples: [1],
    }),
    delivery: StringEnum(['email', 'link'], {
      description:
        'email: the service mails the link. link: no mail server is configured, so hand accept_url on yourself',
      examples: ['link'],
    }),
    accepted_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

/** Like a secret, the link is in the answer that makes it and nowhere else. */
export const SentInvitation = Type.Object(
  {
    ...Invitation.properties,
    accept_url: Type.String({
      description:
        'The page that accepts the invitation. Shown this once; resending makes a new one and ends this one',
      examples: ['http://127.0.0.1:4777/app/#/accept/0kR1yAUcYfz3nVx8mUq2sWd5tBh7jLp9eGa4iNo6rTv'],
    }),
  },
  { title: 'SentInvitation' },
)
export type SentInvitation = Static<typeof SentInvitation>

export const NewInvitation = Body(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Compared without regard to case',
      examples: ['ann@example.org'],
    }),
    role: Type.Optional(
      StringEnum(['admin', 'member'], {
        default: 'member',
        description: 'What the person will be once the invitation is accepted',
        examples: ['member'],
      }),
    ),
  },
  { title: 'InvitationInput' },
)
export type NewInvitation = Static<typeof NewInvitation>

const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The last part of accept_url: it stands for an API key in this one request',
  examples: ['0kR1yAUcYfz3nVx8mUq2sWd5tBh7jLp9eGa4iNo6rTv'],
})

export const TokenBody = Body({ token: Token }, { title: 'InvitationToken' })

/** What the page shows before somebody accepts. */
export const OpenInvitation = Type.Object(
  {
    email: Type.String({ examples: ['ann@example.org'] }),
    role: MemberRole,
    organization_name: Type.String({ examples: ['My organization'] }),
    invited_by_name: Nullable(
      Type.String({
        description: 'Name or address of who invites; null where that member is gone',
        examples: ['Sam Roe'],
      }),
    ),
    expires_at: Timestamp,
  },
  { title: 'OpenInvitation' },
)
export type OpenInvitation = Static<typeof OpenInvitation>

export const Acceptance = Body(
  {
    token: Token,
    name: Type.Optional(
      Nullable(
        NameText({
          maxLength: 200,
          description: 'How the new member wants to be called',
          examples: ['Ann Lee'],
        }),
      ),
    ),
  },
  { title: 'InvitationAcceptance' },
)
export type Acceptance = Static<typeof Acceptance>

/** Choice: the new member gets a key of their own, shown this once, or a session, so that they can begin. */
export const Accepted = Type.Object(
  {
    member: Member,
    key: Nullable(CreatedApiKey),
  },
  { title: 'AcceptedInvitation' },
)
export type Accepted = Static<typeof Accepted>
