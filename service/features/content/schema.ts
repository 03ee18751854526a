import { Type, type Static } from 'typebox'
import { contentOrders } from '../../client/content-orders.ts'
import { paging } from '../../http/paging.ts'
import { Body, Id, IsoTime, Nullable, StringEnum } from '../../http/shapes.ts'
import { Status, Title } from './content-item.ts'

/** Spec: status, created_after and created_before; q, ids and sort are ours. */
const narrowing = {
  status: Type.Optional(Status),
  created_after: Type.Optional(IsoTime('Only items created after this ISO 8601 time')),
  created_before: Type.Optional(IsoTime('Only items created before this ISO 8601 time')),
  q: Type.Optional(
    Type.String({
      description:
        'Only items whose title or filename contains this; case and accents do not matter (an ' +
        'addition of ours). What was said is found by /v1/search.',
      maxLength: 200,
      examples: ['interview'],
    }),
  ),
  sort: Type.Optional(
    // Choice: the specification sorts by newest only.
    StringEnum(contentOrders, {
      description:
        'The order; newest without it (an addition of ours). Names without regard to case and ' +
        'accents, numbers in them by value; recordings of unknown length come last.',
      examples: ['name'],
    }),
  ),
}

export const ContentQuery = Type.Object({
  ...paging,
  ...narrowing,
  ids: Type.Optional(
    Type.String({
      description: 'Only these items: a comma list of at most 100 ids (an addition of ours)',
      maxLength: 10_000,
      examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
})
export type ContentQuery = Static<typeof ContentQuery>

export const ContentIdsQuery = Type.Object(narrowing)
export type ContentIdsQuery = Static<typeof ContentIdsQuery>

/** A list as its ids: small enough to be had whole. */
export const ContentIds = Type.Object(
  {
    ids: Type.Array(Type.String(), {
      description: 'In the order asked for',
      examples: [['cont_01kayr3c9nfq4tq4h6zr6yv0b2']],
    }),
    is_complete: Type.Boolean({
      description: 'False where there are more than 100,000, of which these are the first',
      examples: [true],
    }),
  },
  { title: 'ContentIds' },
)
export type ContentIds = Static<typeof ContentIds>

export const DetailQuery = Type.Object({
  include: Type.Optional(
    Type.String({
      description: 'Comma list of transcript, segments, analyses; all by default',
      maxLength: 100,
      examples: ['transcript,analyses'],
    }),
  ),
})
export type DetailQuery = Static<typeof DetailQuery>

/** Choice: not in the specification; what a person says of a recording (api-choices.md 29). */
export const ContentChange = Body(
  {
    title: Type.Optional(
      Nullable({ ...Title, description: 'What to call it; null takes the name of the file' }),
    ),
    recorded_at: Type.Optional(
      Nullable(IsoTime('When it took place, ISO 8601; null takes the time at which it came in')),
    ),
    project_id: Type.Optional(Id('proj')),
  },
  { title: 'ContentChange' },
)
export type ContentChange = Static<typeof ContentChange>
