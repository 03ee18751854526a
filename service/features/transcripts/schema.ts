import { Type, type Static } from 'typebox'
import { Id, Nullable, Timestamp } from '../../http/shapes.ts'

const Seconds = Type.Number({ description: 'Seconds from the start of the recording' })

const Word = Type.Object(
  {
    text: Type.String(),
    start: Seconds,
    end: Seconds,
    confidence: Type.Number({ description: '0 to 1, the engine’s own' }),
  },
  { title: 'Word' },
)

/** Spec: Transcript segments; id and words are our additions (choices.md 7). */
const Segment = Type.Object(
  {
    id: Id('seg'),
    start: Seconds,
    end: Seconds,
    text: Type.String(),
    speaker: Type.String(),
    words: Type.Array(Word),
  },
  { title: 'Segment' },
)

const Speaker = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    name: Nullable(Type.String()),
  },
  { title: 'Speaker' },
)

export const Transcript = Type.Object(
  {
    content_id: Id('cont'),
    text: Type.String(),
    word_count: Type.Integer(),
    segments: Type.Array(Segment),
    language: Type.String({ description: 'ISO 639-1 code', examples: ['en'] }),
    speakers: Type.Array(Speaker),
    model_used: Type.String(),
    version: Type.Integer(),
    created_at: Timestamp,
  },
  { title: 'Transcript' },
)
export type Transcript = Static<typeof Transcript>
