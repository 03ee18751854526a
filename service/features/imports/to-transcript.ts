// Makes a transcript of the lines that were read from a file.
import { newId } from '../../core/ids.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type {
  ImportedTranscript,
  TimedLine,
} from '../../engine/transcript-import/imported-transcript.ts'
import { longestSegmentSeconds, timedWords, toSegments } from '../../engine/pipeline/segments.ts'
import { alignWords } from '../editing/align-words.ts'
import { labelOf, speakerId, textOf, type NewTranscript } from '../transcripts/segments.ts'

/**
 * Segments with words and speakers. Words share the time of their line where the file does not time
 * them; lines longer than a segment may be are split at sentences.
 * @param firstSpeaker number of the first speaker's id, less one
 */
export function toImportedTranscript(
  { lines }: Pick<ImportedTranscript, 'lines'>,
  language: string,
  firstSpeaker = 0,
): NewTranscript {
  const { speakers, idOf } = listSpeakers(lines, firstSpeaker)
  const segments = lines.flatMap((line) =>
    splitLong(line, language).map((part) => ({
      id: newId('seg'),
      speaker_id: idOf(line.speaker),
      ...part,
    })),
  )
  return { segments, speakers, ...textOf(segments, language) }
}

type Part = Pick<StoredSegment, 'start' | 'end' | 'text' | 'words'>

function splitLong({ start, end, text, words: timed = [] }: TimedLine, language: string): Part[] {
  const words = alignWords({ start, end, words: timed }, text, language)
  if (end - start <= longestSegmentSeconds) return [{ start, end, text, words }]
  const spoken = timedWords({ text, words }).map((word) => ({ ...word, speaker: 0 }))
  return toSegments(spoken, language).map(({ speaker: _one, ...part }) => part)
}

/** As programs call those they do not know; no name of a person. */
const generic = /^(?:unknown |unidentified )?(?:speaker|sprecher|participant)(?: ?#?\w{1,3})?$/i

/** The speakers in the order of their first lines; names are compared without regard to case. */
function listSpeakers(lines: readonly TimedLine[], first: number) {
  const known = new Map<string, StoredSpeaker>()
  const keyOf = (name: string | null): string => name?.toLowerCase() ?? ''
  for (const { speaker: name } of lines) {
    if (known.has(keyOf(name))) continue
    const index = first + known.size
    const isName = name !== null && !generic.test(name)
    known.set(keyOf(name), {
      id: speakerId(index),
      label: name === null || isName ? labelOf(index) : name,
      name: isName ? name : null,
    })
  }
  const idOf = (name: string | null): string => known.get(keyOf(name))?.id ?? speakerId(first)
  return { speakers: [...known.values()], idOf }
}

/** When the last word ends. */
export const lengthOf = (segments: readonly Pick<StoredSegment, 'end'>[]): number =>
  segments.reduce((most, { end }) => Math.max(most, end), 0)
