// Request and response bodies of transcript edits.
import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, NameText } from '../../http/shapes.ts'
import { provenance, Segment, Speaker } from '../transcripts/transcript.ts'

const SpeakerId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: ['speaker_2'] })

const Name = (description: string) =>
  NameText({
    maxLength: 100,
    description,
    examples: ['Mary'],
  })

export const SegmentEdit = Body(
  {
    text: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'What was really said; an empty text removes the segment',
        examples: ['We will send the contract on Friday.'],
      }),
    ),
    speaker_id: Type.Optional(SpeakerId('Who said it, of the list of speakers')),
    speaker: Type.Optional(
      Name('Who said it, by name: one of the speakers, else a new one. Not with speaker_id'),
    ),
  },
  {
    title: 'SegmentEdit',
    minProperties: 1,
    examples: [{ text: 'We will send the contract on Friday.' }],
  },
)
export type SegmentEdit = Static<typeof SegmentEdit>

export const SegmentSplit = Body(
  {
    word_index: Type.Integer({
      minimum: 1,
      description: 'The word, counted from 0, with which the second part begins',
      examples: [4],
    }),
    speaker_id: Type.Optional(SpeakerId('Who says the second part; left out, the same speaker')),
  },
  { title: 'SegmentSplit', examples: [{ word_index: 4 }] },
)
export type SegmentSplit = Static<typeof SegmentSplit>

export const SpeakerChange = Body(
  { name: Nullable(Name('Shown instead of the label; null takes the name away')) },
  { title: 'SpeakerChange', examples: [{ name: 'Mary' }] },
)
export type SpeakerChange = Static<typeof SpeakerChange>

export const SpeakerMerge = Body(
  { into: SpeakerId('The speaker who is also this one, and stays') },
  { title: 'SpeakerMerge', examples: [{ into: 'speaker_1' }] },
)
export type SpeakerMerge = Static<typeof SpeakerMerge>

export const SpeakerSplit = Body(
  {
    segment_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 10_000,
      uniqueItems: true,
      description: 'Segments of this speaker that somebody else said',
      examples: [['seg_01kayr3c9nfq4tq4h6zr6yv0b2']],
    }),
    name: Type.Optional(Name('Of the new speaker')),
  },
  {
    title: 'SpeakerSplit',
    examples: [{ segment_ids: ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'], name: 'Paul' }],
  },
)
export type SpeakerSplit = Static<typeof SpeakerSplit>

export const TranscriptImport = Body(
  {
    content_type: StringEnum(
      ['text/vtt', 'application/x-subrip', 'text/plain', 'text/markdown', 'application/json'],
      { description: 'Media type of the text', examples: ['text/vtt'] },
    ),
    text: Type.String({
      minLength: 1,
      maxLength: 10_000_000,
      description: 'The transcript, as its file has it; at most 10 MB',
      examples: ['WEBVTT\n\n00:01.000 --> 00:04.000\n<v Mary>We will send the contract.'],
    }),
  },
  { title: 'TranscriptImport' },
)
export type TranscriptImport = Static<typeof TranscriptImport>

/** Choice: an edit returns only what it changed; a ten-hour transcript is 10 MB of JSON. */
export const TranscriptChange = Type.Object(
  {
    content_id: Id('cont'),
    ...provenance,
    speakers: Type.Array(Speaker, { description: 'All of them, as they are now' }),
    segments: Type.Array(Segment, {
      description: 'Those whose text, words, times or speaker changed, as they are now',
    }),
    removed_segment_ids: Type.Array(Id('seg'), { description: 'Segments that are gone' }),
  },
  { title: 'TranscriptChange' },
)
export type TranscriptChange = Static<typeof TranscriptChange>

export const VersionNumber = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Of the transcript',
  examples: [1],
})
