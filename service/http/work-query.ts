import { Type, type Static } from 'typebox'
import { paging } from './paging.ts'
import { StringEnum } from './shapes.ts'

/** For lists of work that is queued, done, and ends. */
export const WorkQuery = Type.Object({
  ...paging,
  status: Type.Optional(
    StringEnum(['queued', 'processing', 'completed', 'failed', 'open'], {
      description: 'Only those in this state; open ones are queued or processing',
      examples: ['open'],
    }),
  ),
})
export type WorkQuery = Static<typeof WorkQuery>
