import { Type, type Static } from 'typebox'
import { Body, Nullable, Timestamp } from '../../http/shapes.ts'

const Share = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, maximum: 1, description, examples: [example] }))

const Items = (what: string) =>
  Type.Object(
    {
      listed: Type.Integer({
        minimum: 0,
        description: `How many ${what} the analyses list`,
        examples: [12],
      }),
      precision: Share('Share of those listed that the notes have; null where none is listed', 0.7),
      recall: Share('Share of those in the notes that are listed; null where there is none', 0.57),
    },
    { description: `${what}, compared by where in the talk they come from` },
  )

const F1 = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] })

const figures = {
  model: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'As analyze takes it: an installed model, one of a server, or `built-in`',
    examples: ['built-in'],
  }),
  meetings: Type.Integer({ minimum: 1, description: 'That were analysed', examples: [8] }),
  action_items: Items('action items'),
  decisions: Items('decisions'),
  open_questions: Items('open questions'),
  summary: Type.Object(
    {
      rouge_1: F1('F1 of the words that a summary shares with that of the notes', 0.31),
      lexrank_rouge_1: F1('The same for LexRank at 600 characters, as a comparison', 0.28),
    },
    { description: 'Means over the meetings' },
  ),
  seconds_per_hour: Type.Number({
    minimum: 0,
    description: 'Seconds of work for each hour of talk',
    examples: [12.4],
  }),
}

/** Ours: the specification measures no models. */
export const NewModelFigures = Body(figures, { title: 'ModelFiguresInput' })
export type NewModelFigures = Static<typeof NewModelFigures>

export const ModelFigures = Type.Object(
  { ...figures, measured_at: Timestamp },
  { title: 'ModelFigures' },
)
export type ModelFigures = Static<typeof ModelFigures>

export const AllModelFigures = Type.Object(
  { models: Type.Array(ModelFigures, { description: 'In the order of their ids' }) },
  { title: 'AllModelFigures' },
)
export type AllModelFigures = Static<typeof AllModelFigures>
