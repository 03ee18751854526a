import { Type, type Static } from 'typebox'
import { Id, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Organization. */
export const Organization = Type.Object({
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
})
export type Organization = Static<typeof Organization>
