import { Type, type Static } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { Body, Id, Nullable, ShownTitle, StringEnum, TextNotBlank } from '../../http/shapes.ts'

const asked = {
  question: TextNotBlank({
    maxLength: 500,
    description: 'One question, as you would ask a person who was there',
    examples: ['When do we send the contract?'],
  }),
  content_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only this recording; left out, all recordings',
      examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
  conversation: Type.Optional(
    Type.Array(
      Type.Object(
        {
          question: TextNotBlank({ maxLength: 500, examples: ['When do we send the contract?'] }),
          answer: Nullable(
            Type.String({
              maxLength: 2_000,
              description: 'What was answered; null where it was not found',
              examples: ['I will send the contract on Friday.'],
            }),
          ),
        },
        { title: 'AskExchange', additionalProperties: false },
      ),
      {
        maxItems: 10,
        description:
          'Earlier questions and their answers, the oldest first, for questions such as “And who said that?”. ' +
          'The service keeps none',
      },
    ),
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
}

/** Choice: an operation of ours; the specification has none that answers questions. */
export const AskRequest = Body(asked, { title: 'AskRequest' })
export type AskRequest = Static<typeof AskRequest>

export const LibraryRequest = Body(
  {
    ...asked,
    project_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only the recordings of this project; left out, of all that the key may see',
        examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
  },
  { title: 'LibraryAskRequest' },
)
export type LibraryRequest = Static<typeof LibraryRequest>

export const Quote = Type.Object(
  {
    project_id: Id('proj'),
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
    filters: Type.Object(
      {
        speakers: Type.Array(Type.String(), {
          description: 'Only recordings in which one of these speaks',
          examples: [['Mary']],
        }),
        project_id: Nullable(Type.String({ examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'] })),
        recorded_from: Nullable(
          Type.String({
            format: 'date',
            description: 'Only recordings from this day on',
            examples: ['2026-11-16'],
          }),
        ),
        recorded_to: Nullable(
          Type.String({
            format: 'date',
            description: 'Only recordings up to this day',
            examples: ['2026-11-22'],
          }),
        ),
      },
      {
        title: 'AskFilters',
        description:
          'What the question itself named, and the recordings were narrowed by: “What did Mary say last week?”',
      },
    ),
  },
  { title: 'AskResult' },
)
export type Reply = Static<typeof Reply>

/** By what the caller accepts. */
export const AskAnswer = {
  description: 'The answer with its quotes, or the stream that leads to it',
  content: {
    'application/json': { schema: Data(Reply) },
    'text/event-stream': {
      schema: Type.String({
        examples: [
          'event: quotes\ndata: {"quotes":[{"text":"I will send the contract on Friday."}]}\n\n',
        ],
      }),
    },
  },
}
