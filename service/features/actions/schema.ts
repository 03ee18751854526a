import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Body, Id, Nullable, ShownTitle, StringEnum, Timestamp } from '../../http/shapes.ts'

const Quote = Type.Object(
  {
    segment_id: Id('seg'),
    start: Type.Number({ description: 'Seconds', examples: [61.4] }),
    end: Type.Number({ description: 'Seconds', examples: [66.2] }),
    speaker: Type.String({ examples: ['Mary'] }),
    text: Type.String({ examples: ['I will send the contract on Friday.'] }),
  },
  { title: 'ActionQuote' },
)

/** Choice: what somebody took on in a recording can be ticked off, across all of a project. */
export const Action = Type.Object(
  {
    id: Id('act'),
    project_id: Id('proj'),
    content_id: Id('cont'),
    filename: Type.String({
      description: 'Of the recording it was said in',
      examples: ['Call with Mary.mp3'],
    }),
    title: ShownTitle,
    text: Type.String({ examples: ['Send the contract'] }),
    owner: Nullable(
      Type.String({ description: 'Who took it on, where that is known', examples: ['Mary'] }),
    ),
    due: Nullable(Type.String({ description: 'By when, as it was said', examples: ['on Friday'] })),
    due_on: Nullable(
      Type.String({
        format: 'date',
        description:
          'The day that `due` names, or the text where `due` is null, counted from the day of the ' +
          'recording; null where it names none',
        examples: ['2026-11-27'],
      }),
    ),
    is_done: Type.Boolean({ examples: [false] }),
    is_overdue: Type.Boolean({
      description: 'Not done, and the day has passed (in UTC)',
      examples: [false],
    }),
    done_at: Nullable(Timestamp),
    quotes: Type.Array(Quote, {
      description:
        'Where it was said, at most 3; empty where the analysis named no place, or where the ' +
        'words were edited away since',
    }),
    created_at: Type.String({ ...Timestamp, description: 'When an analysis first found it' }),
  },
  { title: 'Action' },
)
export type Action = Static<typeof Action>

export const ActionQuery = Type.Object({
  ...paging,
  state: Type.Optional(
    StringEnum(['open', 'done', 'overdue'], {
      description: 'Only those; overdue ones are open ones whose day has passed',
      examples: ['open'],
    }),
  ),
  owner: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only those of this person, whatever the case of the letters',
      examples: ['Mary'],
    }),
  ),
  content_id: Type.Optional({
    ...Id('cont'),
    maxLength: 100,
    description: 'Only those of this recording; none where there is no such recording',
  }),
  sort: Type.Optional(
    StringEnum(['newest', 'due'], {
      description:
        'The order; newest without it. due: the soonest day first, those without one last',
      examples: ['due'],
    }),
  ),
})
export type ActionQuery = Static<typeof ActionQuery>

export const ActionOwners = Type.Object(
  {
    owners: Type.Array(Type.String(), {
      description: 'In the order of the alphabet; each once, whatever the case of the letters',
      examples: [['Mary', 'Paul']],
    }),
  },
  { title: 'ActionOwners' },
)
export type ActionOwners = Static<typeof ActionOwners>

export const ActionChange = Body(
  {
    is_done: Type.Boolean({
      description: 'true ticks it off, false opens it again',
      examples: [true],
    }),
  },
  { title: 'ActionChange', examples: [{ is_done: true }] },
)
export type ActionChange = Static<typeof ActionChange>
