import type { StoredTerm } from '../../db/tables.ts'
import type { SpokenSegment, Transcription, Word } from '../../engine/engine.ts'
import { shareTime } from '../../engine/whisper/word-times.ts'
import { toKey } from '../vocabulary/vocabulary.ts'
import {
  beginningLetters,
  createSpellings,
  type TermMatch,
  type RecognizedWord,
  type Spellings,
} from './spellings.ts'

/** A word and where it stands in the text of its segment. */
type Placed = RecognizedWord & {
  word: Word
  from: number
  to: number
  key: string
  endsSentence: boolean
}
/** The words before `to` stand for a term. */
type Match = TermMatch & { to: number }

/**
 * The transcription with names and terms spelled as the vocabulary has them: in the text, and in the
 * words, which keep their times. Translations only get listed misspellings replaced: close matches
 * model misrecognized sounds, which a translation does not have.
 */
export function correctWords(
  transcription: Transcription,
  terms: readonly StoredTerm[],
): Transcription {
  if (terms.length === 0) return transcription
  const spellings = createSpellings(terms, transcription.translatedTo === null)
  return {
    ...transcription,
    segments: transcription.segments.map((segment) => correctSegment(segment, spellings)),
  }
}

function correctSegment(segment: SpokenSegment, spellings: Spellings): SpokenSegment {
  const placed = place(segment)
  if (!placed) return segment
  const words: Word[] = []
  let text = ''
  let rest = 0
  for (let at = 0; at < placed.length;) {
    const found = findLongest(placed, at, spellings)
    const span = placed.slice(at, found?.to ?? at + 1)
    const [first, last] = [span[0], span.at(-1)]
    if (!first || !last) break
    const written = segment.text.slice(first.from, last.to)
    const corrected = found ? inPlace(written, found) : written
    text += segment.text.slice(rest, first.from) + corrected
    rest = last.to
    words.push(...(corrected === written ? span.map(({ word }) => word) : share(span, corrected)))
    at += span.length
  }
  return { ...segment, words, text: text + segment.text.slice(rest) }
}

/** Each word's place in the text; undefined where the two do not say the same. */
function place({ text, words }: SpokenSegment): Placed[] | undefined {
  const placed: Placed[] = []
  let end = 0
  for (const word of words) {
    const from = text.indexOf(word.text, end)
    if (from < 0 || toKey(text.slice(end, from)) !== '') return undefined
    end = from + word.text.length
    placed.push({
      word,
      from,
      to: end,
      text: word.text,
      key: toKey(word.text),
      confidence: word.confidence,
      // A point behind a single letter shortens a name: J. R. Smith.
      endsSentence: /[?!…。？！]\P{L}*$/u.test(word.text) || /\p{L}{2}\.\P{L}*$/u.test(word.text),
    })
  }
  return placed
}

/** The longest run of words from here that stands for a term, none of them beyond a sentence. */
function findLongest(
  placed: readonly Placed[],
  at: number,
  { longest, canBegin, find }: Spellings,
): Match | undefined {
  const first = placed[at]
  // Bare marks begin nothing, and end nothing.
  if (!first || first.key === '' || !canBegin(first, lettersFrom(placed, at))) return undefined
  let found: Match | undefined
  let letters = 0
  for (let to = at + 1; to <= placed.length; to += 1) {
    const last = placed[to - 1]
    letters += last?.key.length ?? 0
    if (letters > longest) break
    const match = last?.key === '' ? undefined : find(placed.slice(at, to))
    if (match) found = { ...match, to }
    if (last?.endsSentence) break
  }
  return found
}

function lettersFrom(placed: readonly Placed[], at: number): string {
  let letters = ''
  for (let next = at; next < placed.length && letters.length < beginningLetters; next += 1) {
    letters += placed[next]?.key ?? ''
  }
  return letters
}

/** The term between the marks that stood around the recognized words: `"cuber netes's,` keeps them. */
function inPlace(written: string, { term, hasPossessive }: TermMatch): string {
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(written) ?? []
  const [marks = ''] = /[^\p{L}\p{M}\p{N}]*$/u.exec(written) ?? []
  const [possessive = ''] = (hasPossessive && /['’]s\P{L}*$/u.exec(written)) || []
  const after = possessive || marks
  // The term's own marks at its ends, as in C++ or .NET, are not doubled.
  const [head = ''] = /^[^\p{L}\p{N}]*/u.exec(term) ?? []
  const [tail = ''] = /[^\p{L}\p{M}\p{N}]*$/u.exec(term) ?? []
  const start = head !== '' && before.endsWith(head) ? before.slice(0, -head.length) : before
  const end = tail !== '' && after.startsWith(tail) ? after.slice(tail.length) : after
  return start + term + end
}

/** The new words on the time of the old ones: each its own where they are as many, else by length. */
function share(span: readonly Placed[], corrected: string): Word[] {
  const texts = corrected.split(/\s+/)
  const old = span.map(({ word }) => word)
  const confidence = Math.min(...old.map((word) => word.confidence))
  if (texts.length === old.length) {
    return old.map((word, index) => ({ ...word, text: texts[index] ?? word.text }))
  }
  const parts = texts.map((text) => ({ text, confidence }))
  return shareTime(parts, { start: old[0]?.start ?? 0, end: old.at(-1)?.end ?? 0 })
}
