import { newId } from '../../core/ids.ts'
import type { SpokenSegment, Transcription } from '../../engine/engine.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'

/** Written without blanks between words, so their segments are joined without one too. */
const unspaced = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'my', 'km', 'bo'])

export type NewTranscript = ReturnType<typeof toTranscript>

/** What an engine heard, as it is stored: empty stretches dropped, speakers named, words counted. */
export function toTranscript({ segments: spoken, language }: Transcription) {
  const segments = spoken.map(toSegment).filter(({ text }) => text !== '')
  const separator = unspaced.has(language) ? '' : ' '
  const countWords = wordCounter(language)
  return {
    segments,
    speakers: speakersOf(segments),
    text: segments.map(({ text }) => text).join(separator),
    word_count: segments.reduce((sum, { text }) => sum + countWords(text), 0),
  }
}

function toSegment({ start, end, text, words, channel }: SpokenSegment): StoredSegment {
  return {
    id: newId('seg'),
    start,
    end,
    text: clean(text).trim(),
    speaker: labelOf(channel),
    words: words.map((word) => ({ ...word, text: clean(word.text) })),
  }
}

/** Choice: one channel, one speaker; where channels do not tell, all speech is Speaker 1's. */
const labelOf = (channel: number | null): string => `Speaker ${(channel ?? 0) + 1}`

const speakersOf = (segments: readonly StoredSegment[]): StoredSpeaker[] =>
  [...new Set(segments.map(({ speaker }) => speaker))]
    .toSorted()
    .map((label) => ({ id: label.toLowerCase().replace(' ', '_'), label, name: null }))

/** PostgreSQL takes no NUL and no half of a surrogate pair, which cut tokens can leave. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Counts as people do: by blanks where a language writes them, else by the language's own rules. */
export function wordCounter(language: string): (text: string) => number {
  if (!unspaced.has(language)) {
    return (text) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
  }
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return (text) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}
