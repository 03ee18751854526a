import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, ShownTitle, StringEnum, TextNotBlank } from '../../http/shapes.ts'

/** Choice: an operation of ours; the specification has none that answers questions. */
export const AskRequest = Body(
  {
    question: TextNotBlank({
      maxLength: 500,
      description: 'One question, as you would ask a person who was there',
      examples: ['When do we send the contract?'],
    }),
    content_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only this recording; left out, all recordings of the project',
        examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 5,
        description: 'How many quotes to give at most',
        examples: [5],
      }),
    ),
  },
  { title: 'AskRequest' },
)
export type AskRequest = Static<typeof AskRequest>

export const Quote = Type.Object(
  {
    content_id: Id('cont'),
    filename: Type.String({ examples: ['Call with Mary.m4a'] }),
    title: ShownTitle,
    segment_id: Id('seg'),
    speaker: Type.String({
      description: 'Who says it: the name given to the speaker, else a label',
      examples: ['Mary'],
    }),
    start: Type.Number({ description: 'Seconds from the beginning', examples: [12.4] }),
    end: Type.Number({ description: 'Seconds from the beginning', examples: [15.1] }),
    text: Type.String({
      description:
        'What was said, word for word; of a long segment the sentence or two that answer, of which ' +
        '`segment_id`, `start` and `end` give the whole',
      examples: ['I will send the contract on Friday.'],
    }),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How well it answers the question; 1 is best',
      examples: [0.87],
    }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

export const Reply = Type.Object(
  {
    answer: Nullable(
      Type.String({
        description:
          'The answer; null where these recordings do not hold it. To a question on a whole discussion, ' +
          'a line for each of several speakers, with the name before it',
        examples: ['I will send the contract on Friday.'],
      }),
    ),
    is_found: Type.Boolean({
      description:
        'Whether the answer was found; if not, `quotes` are what comes closest, and may be empty',
      examples: [true],
    }),
    quotes: Type.Array(Quote, {
      description:
        'What was said of it, the best first; where the answer was not found, what comes closest',
    }),
    model_used: Type.String({
      description:
        'What answered: the built-in search, whose answer is taken from the quotes word for word, or ' +
        'the language model, whose every sentence the quotes support',
      examples: ['earshot-ask-1'],
    }),
    searched_by: StringEnum(['words', 'words_and_meaning'], {
      description:
        'How the recordings were searched: by the words of the question, or also by what it means, ' +
        'where a `text-embedding` model is installed that knows its language',
      examples: ['words_and_meaning'],
    }),
  },
  { title: 'AskResult' },
)
export type Reply = Static<typeof Reply>
