import { newId } from '../../core/ids.ts'
import type { SpokenSegment, Transcription } from '../../engine/engine.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'

/** Written without blanks between words, so their segments are joined without one too. */
const unspaced = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'my', 'km', 'bo'])

/** What an engine heard, as it is stored: empty stretches dropped, speakers named, words counted. */
export function toTranscript({ segments: spoken, language }: Transcription) {
  const segments = spoken.map(toSegment).filter(({ text }) => text !== '')
  const separator = unspaced.has(language) ? '' : ' '
  return {
    segments,
    speakers: speakersOf(segments),
    text: segments.map(({ text }) => text).join(separator),
    word_count: segments.reduce((sum, { text }) => sum + countWords(text, language), 0),
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

/** Words as the language's own rules see them; punctuation is none. */
export function countWords(text: string, language: string): number {
  const segmenter = new Intl.Segmenter(language || 'und', { granularity: 'word' })
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
  return count
}
