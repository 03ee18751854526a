import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Id, IsoTime, ShownTitle, StringEnum, TextNotBlank, Timestamp } from '../../http/shapes.ts'

const SpeakerName = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    description,
    examples: ['Mary'],
  })

/** Spec: Search. Unknown query parameters are ignored (api-choices.md 1). */
export const SearchQuery = Type.Object({
  q: TextNotBlank({
    maxLength: 500,
    description: 'Words, "phrases", OR, and -words to leave out; the last word may be unfinished',
    examples: ['contract "next friday"'],
  }),
  project_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only recordings of this project' }),
  ),
  status: Type.Optional(
    StringEnum(['uploaded', 'processing', 'completed', 'failed'], {
      description: 'Only recordings in this state',
    }),
  ),
  // Choice: by the name as it is shown, because speakers of several recordings share nothing else.
  speaker: Type.Optional(
    SpeakerName(
      'Only what this speaker said: the whole name as it is shown, capitals and accents aside. ' +
        'Names of files and analyses are then left out; an Earshot addition',
    ),
  ),
  created_after: Type.Optional(IsoTime('Only recordings created after this ISO 8601 time')),
  created_before: Type.Optional(IsoTime('Only recordings created before this ISO 8601 time')),
  include: Type.Optional(
    StringEnum(['moments'], {
      description:
        'With moments, each hit tells the lines in which it was said; an Earshot addition',
    }),
  ),
  ...paging,
})
export type SearchQuery = Static<typeof SearchQuery>

/** Choice: the names that `speaker` takes. */
export const SpeakersQuery = Type.Object({
  q: Type.Optional(SpeakerName('Only names of which a word begins so')),
  project_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only speakers in this project' }),
  ),
  ...paging,
})
export type SpeakersQuery = Static<typeof SpeakersQuery>

export const SearchSpeaker = Type.Object(
  {
    name: Type.String({ description: 'As it is written most often', examples: ['Mary'] }),
    content_count: Type.Integer({
      description: 'Recordings in which a speaker of this name talks',
      examples: [12],
    }),
  },
  { title: 'SearchSpeaker' },
)
export type SearchSpeaker = Static<typeof SearchSpeaker>

/** Choice: where in a recording the words were said; the search of the spec names the recording only. */
export const SearchMoment = Type.Object(
  {
    segment_id: Id('seg'),
    start: Type.Number({ description: 'Seconds from the start', examples: [12.4] }),
    end: Type.Number({ description: 'Seconds from the start', examples: [15.1] }),
    speaker: Type.String({ description: 'Name of the speaker, else a label', examples: ['Mary'] }),
    highlight: Type.String({
      description: 'HTML: escaped text, the matched terms in mark tags',
      examples: ['We send the <mark>contract</mark> on Friday.'],
    }),
  },
  { title: 'SearchMoment' },
)
export type SearchMoment = Static<typeof SearchMoment>

/** Spec: Search result. */
export const SearchResult = Type.Object(
  {
    id: Id('cont'),
    project_id: Id('proj'),
    project_name: Type.String({ examples: ['Sales calls'] }),
    filename: Type.String({ examples: ['Call with Mary.m4a'] }),
    title: ShownTitle,
    status: StringEnum(['uploaded', 'processing', 'completed', 'failed']),
    relevance_score: Type.Number({ minimum: 0, maximum: 1, examples: [0.87] }),
    highlight: Type.String({
      description: 'HTML: escaped text, the matched terms in mark tags',
      examples: ['We send the <mark>contract</mark> on Friday.'],
    }),
    created_at: Timestamp,
    moments: Type.Optional(
      Type.Array(SearchMoment, {
        description:
          'Up to three lines with most of the words, in their order, on request only; an Earshot addition',
      }),
    ),
  },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>
