import { newId } from '../../core/ids.ts'
import type { StoredOverlap, StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type {
  DetectedSpeaker,
  SpeakerSpan,
  SpokenSegment,
  Transcription,
} from '../../engine/engine.ts'
import { isUnspaced } from '../../engine/whisper/languages.ts'

export type NewTranscript = ReturnType<typeof toTranscript>

/** What stands between two segments in the whole text. */
export const separatorOf = (language: string): string => (isUnspaced(language) ? '' : ' ')

/** An engine's result as it is stored: without empty segments, speakers labelled, words counted. */
export function toTranscript({
  segments: spoken,
  speakers,
  language,
}: Pick<Transcription, 'segments' | 'speakers' | 'language'>) {
  const written = spoken.map(toSegment).filter(({ text }) => text !== '')
  const speaking = new Set(written.map(({ speaker_id }) => speaker_id))
  const segments = written.map((segment) =>
    withOverlaps(segment, ({ speaker_id: id }) => (speaking.has(id) ? id : null)),
  )
  return {
    segments,
    speakers: speakers.map(toSpeaker).filter(({ id }) => speaking.has(id)),
    ...textOf(segments, language),
  }
}

/**
 * The segment with the id that each of those has who speak meanwhile, null for nobody. It has no list
 * of them rather than an empty one, and nobody speaks at the same time as himself.
 */
export function withOverlaps(
  { overlaps = [], ...segment }: StoredSegment,
  idOf: (overlap: StoredOverlap) => string | null,
): StoredSegment {
  const told = overlaps.flatMap((overlap) => {
    const id = idOf(overlap)
    return id === null || id === segment.speaker_id ? [] : [{ ...overlap, speaker_id: id }]
  })
  return told.length === 0 ? segment : { ...segment, overlaps: told }
}

/** The whole text and how many words it has, as people count them. */
export function textOf(
  segments: readonly Pick<StoredSegment, 'text' | 'language'>[],
  language: string,
) {
  const countWords = wordCounter(language)
  return {
    text: segments.map(({ text }) => text).join(separatorOf(language)),
    word_count: segments.reduce((sum, { text, language: own }) => {
      const count = own === undefined ? countWords : wordCounter(own)
      return sum + count(text)
    }, 0),
  }
}

function toSegment({ speaker, text, words, overlaps, ...spoken }: SpokenSegment): StoredSegment {
  return {
    id: newId('seg'),
    ...spoken,
    text: clean(text).trim(),
    speaker_id: speakerId(speaker),
    words: words.map((word) => ({ ...word, text: clean(word.text) })),
    ...(overlaps && { overlaps: overlaps.map(toOverlap) }),
  }
}

const toOverlap = ({ start, end, speaker }: SpeakerSpan): StoredOverlap => ({
  ...{ start, end },
  speaker_id: speakerId(speaker),
})

/** The id by which a recording's segments name their speaker, from the place in the list. */
export const speakerId = (index: number): string => `speaker_${index + 1}`

/** What is shown while a speaker has no name. */
export const labelOf = (index: number): string => `Speaker ${index + 1}`

/** The number in a speaker's id; 0 where there is none. */
export const numberOf = (id: string): number => Number(/^speaker_(\d{1,9})$/.exec(id)?.[1] ?? 0)

const toSpeaker = (_: DetectedSpeaker, index: number): StoredSpeaker => ({
  id: speakerId(index),
  label: labelOf(index),
  name: null,
})

/** What people read as a speaker: the name given by the owner, else the label. */
export const displayName = ({ name, label }: Pick<StoredSpeaker, 'name' | 'label'>): string =>
  name ?? label

/** The segments with the display string of the specification. */
export function withSpeakers<Segment extends Pick<StoredSegment, 'speaker_id'>>({
  segments,
  speakers,
}: {
  segments: readonly Segment[]
  speakers: readonly StoredSpeaker[]
}) {
  const names = new Map(speakers.map((speaker) => [speaker.id, displayName(speaker)]))
  return segments.map((segment) => ({
    ...segment,
    speaker: names.get(segment.speaker_id) ?? segment.speaker_id,
  }))
}

/** PostgreSQL takes no NUL and no half of a surrogate pair, which cut tokens can leave. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Counts as people do: by blanks where a language writes them, else by the language's own rules. */
export function wordCounter(language: string): (text: string) => number {
  if (!isUnspaced(language)) {
    return (text) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
  }
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return (text) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}
