import { Type, type Static } from 'typebox'
import { Nullable, Timestamp } from '../../http/shapes.ts'
import { ContentItem } from '../content/content-item.ts'

const PausedAt = Nullable(
  Type.String({ ...Timestamp, description: 'Since when all is paused; null where it is not' }),
)

export const QueuePause = Type.Object({ paused_at: PausedAt }, { title: 'QueuePause' })
export type QueuePause = Static<typeof QueuePause>

/** Ours: what is at work and what waits. */
export const Queue = Type.Object(
  {
    paused_at: PausedAt,
    recordings: Type.Array(ContentItem, {
      description:
        'Those being transcribed, those that wait in the order in which they will be, and those paused ' +
        'one by one; the first 100',
    }),
    recording_count: Type.Integer({ description: 'All of them', examples: [12] }),
    analysis_count: Type.Integer({ description: 'Queued or at work', examples: [2] }),
    remaining_seconds: Nullable(
      Type.Integer({
        description:
          'An estimate for all recordings and analyses but paused ones, by how long the last ones took ' +
          'here; null while there is too little to tell by',
        examples: [5_400],
      }),
    ),
  },
  { title: 'Queue' },
)
export type Queue = Static<typeof Queue>
