import { Type, type Static } from 'typebox'
import { Nullable } from '../../http/shapes.ts'

const Seconds = (description: string, example: number) =>
  Type.Number({ minimum: 0, description, examples: [example] })

/** Choice: not in the specification; a part of a recording that is about one subject. */
export const Chapter = Type.Object(
  {
    title: Nullable(
      Type.String({
        description: 'What it is about, in words that were said; null where nothing stands out',
        examples: ['Delivery dates and packaging'],
      }),
    ),
    start: Seconds('From the beginning of the recording', 61.2),
    end: Seconds('Where the next chapter starts; of the last one, where speech ends', 318.9),
    gist: Nullable(
      Type.String({
        description:
          'One or two sentences of it, word for word but for fillers; null where none stands alone',
        examples: ['The first pallets leave the warehouse on Monday.'],
      }),
    ),
    segment_id: Type.String({
      description: 'The segment that it begins with',
      examples: ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  },
  { title: 'Chapter' },
)
export type Chapter = Static<typeof Chapter>
