import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, Timestamp } from '../../http/shapes.ts'

const Text = Type.String({
  maxLength: 20_000,
  description: 'Free text, as it was typed',
  examples: ['Mary asks for a longer term. Ask Paul about the price.'],
})

const Seconds = Type.Number({
  minimum: 0,
  maximum: 360_000,
  description: 'From the beginning of the recording',
  examples: [83.5],
})

const lineTimes = (description: string) =>
  Type.Array(Nullable(Seconds), { maxItems: 20_000, description, examples: [[83.5, null]] })

const marker = {
  at_seconds: Seconds,
  label: Type.String({
    maxLength: 200,
    description: 'What the moment is; may be empty',
    examples: ['Decision'],
  }),
}

/** Choice: not in the specification; what people write down themselves beside a recording. */
export const Notes = Type.Object(
  {
    content_id: Id('cont'),
    text: Text,
    markers: Type.Array(Type.Object(marker, { title: 'Marker' }), {
      description: 'Marked moments, in their order in time',
    }),
    line_times: lineTimes(
      'For each line of the text, in its order, the moment at which somebody began to write it while it was recorded; ' +
        'null, or left out at the end, where nobody knows',
    ),
    updated_at: Nullable(Timestamp),
  },
  { title: 'Notes' },
)
export type Notes = Static<typeof Notes>

export const PutNotesRequest = Body(
  {
    text: Text,
    markers: Type.Array(Body(marker, { title: 'MarkerInput' }), {
      maxItems: 500,
      description: 'All marked moments, in any order',
    }),
    line_times: Type.Optional(
      lineTimes(
        'As in the answer; those beyond the last line are dropped. Without this field, lines that were there before keep theirs',
      ),
    ),
  },
  {
    title: 'PutNotesRequest',
    examples: [{ text: 'Ask Paul about the price.', markers: [{ at_seconds: 83.5, label: '' }] }],
  },
)
export type PutNotesRequest = Static<typeof PutNotesRequest>
