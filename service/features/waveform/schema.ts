import { Type, type Static } from 'typebox'
import { Id } from '../../http/shapes.ts'

const Seconds = (description: string, example: number) =>
  Type.Number({ minimum: 0, description, examples: [example] })

/** Choice: not in the specification; what a player draws without decoding the recording. */
export const Waveform = Type.Object(
  {
    content_id: Id('cont'),
    seconds_per_peak: Seconds('How much of the recording one peak stands for', 0.15),
    channels: Type.Integer({
      description: 'Two where each side of a call is a channel of its own, else one',
      examples: [1],
    }),
    peaks: Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum: 100 }), { maxItems: 4000 }), {
      description:
        'A list for each channel. 0 is silence, 100 the loudest moment of the whole recording.',
      examples: [[[0, 12, 64, 100, 41, 3]]],
    }),
    quiet: Type.Array(
      Type.Object({
        start: Seconds('From the beginning of the recording', 12.4),
        end: Seconds('From the beginning of the recording', 15.05),
      }),
      { description: 'Where no channel sounds for a second or more, in order' },
    ),
  },
  { title: 'Waveform' },
)
export type Waveform = Static<typeof Waveform>
