import { Type, type Static } from 'typebox'
import { Body, Id, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Organization. */
export const Organization = Type.Object(
  {
    id: Id('org'),
    name: Type.String(),
    slug: Type.String(),
    settings: Type.Object({ default_prompt_id: Type.String() }),
    subscription: Type.Object({
      status: StringEnum(['active', 'trialing', 'past_due', 'canceled']),
      plan: Type.String(),
      current_period_end: Timestamp,
    }),
    usage: Type.Object({
      transcription_minutes: Type.Object({
        used: Type.Number(),
        limit: Type.Number(),
        resets_at: Timestamp,
      }),
      storage_gb: Type.Object({ used: Type.Number(), limit: Type.Number() }),
    }),
    created_at: Timestamp,
  },
  { title: 'Organization' },
)
export type Organization = Static<typeof Organization>

const Limit = (description: string) =>
  Type.Optional(Body({ limit: Type.Number({ minimum: 0, maximum: 1e9, description }) }))

/** Choice: the owner sets the limits of this machine; the body has the form of the record. */
export const OrganizationChange = Body(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    settings: Type.Optional(
      Body({ default_prompt_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
    ),
    usage: Type.Optional(
      Body({
        transcription_minutes: Limit('Minutes that may be transcribed in a calendar month'),
        storage_gb: Limit('Gigabytes (10⁹ bytes) of recordings that may be kept'),
      }),
    ),
  },
  { title: 'OrganizationChange' },
)
export type OrganizationChange = Static<typeof OrganizationChange>
