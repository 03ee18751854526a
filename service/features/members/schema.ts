import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Member and invitation, role values. */
export const MemberRole = StringEnum(['admin', 'member'], {
  description: 'Admins manage members, invitations and the keys of others; members do not.',
  examples: ['member'],
})

/** Choice: the fields of a member (api-choices.md 2). */
export const Member = Type.Object(
  {
    id: Id('mem'),
    email: Type.String({ description: 'As it was invited', examples: ['ann@example.org'] }),
    name: Nullable(Type.String({ description: 'As the member gave it', examples: ['Ann Lee'] })),
    role: MemberRole,
    is_owner: Type.Boolean({
      description: 'The owner of this installation; cannot be removed and stays an admin.',
      examples: [false],
    }),
    status: StringEnum(['active'], { description: 'Members are active', examples: ['active'] }),
    invitation_id: Nullable(
      Type.String({
        description: 'The invitation that the member accepted; null for the owner',
        examples: ['inv_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    last_active_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Member' },
)
export type Member = Static<typeof Member>

export const MemberChange = Body({ role: MemberRole }, { title: 'MemberChange' })
export type MemberChange = Static<typeof MemberChange>
