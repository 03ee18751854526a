import { Type, type Static } from 'typebox'
import { Id, Nullable } from '../../http/shapes.ts'
import { Speaker } from '../transcripts/transcript.ts'

export const OverviewsQuery = Type.Object({
  ids: Type.String({
    description: 'Of these recordings: a comma list of at most 100 ids',
    maxLength: 10_000,
    examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
  }),
})
export type OverviewsQuery = Static<typeof OverviewsQuery>

const Overview = Type.Object(
  {
    content_id: Id('cont'),
    gist: Nullable(
      Type.String({
        description: 'How the summary of the newest analysis that has one begins',
        examples: ['The contract goes out on Friday.'],
      }),
    ),
    speakers: Type.Array(Type.Pick(Speaker, ['id', 'label', 'name']), {
      description: 'Of the current transcript',
    }),
    open_actions: Type.Integer({ description: 'Tasks not ticked off yet', examples: [2] }),
  },
  { title: 'ContentOverview' },
)
export type Overview = Static<typeof Overview>

export const Overviews = Type.Object(
  { overviews: Type.Array(Overview, { description: 'In no order; unknown ids are left out' }) },
  { title: 'ContentOverviews' },
)
export type Overviews = Static<typeof Overviews>
