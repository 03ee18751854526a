// Gives the words of a corrected text their times: unchanged words keep the ones they had.
import type { StoredWord } from '../../db/tables.ts'
import { isUnspaced } from '../../engine/whisper/languages.ts'
import { clamp, shareTime } from '../../engine/whisper/word-times.ts'

type Timed = { start: number; end: number; words: readonly StoredWord[] }

// Choice: the comparison table has at most this many cells, about 20 ms of work. In longer texts
// everything between the first and the last difference counts as replaced.
const mostCells = 4_000_000

/**
 * Splits a segment's corrected `text` into words with times. Unchanged words (ignoring case and
 * punctuation) keep their times and confidence. New words share the time of the words they replace,
 * or fill the gap between their neighbours; since a person wrote them, their confidence is 1.
 */
export function alignWords(segment: Timed, text: string, language: string): StoredWord[] {
  if (!isUnspaced(language)) return align(segment, text.split(/\s+/).filter(Boolean))
  // Here an engine's tokens are not words of the language: compare characters, then join them.
  const signs = align({ ...segment, words: segment.words.flatMap(toSigns) }, [
    ...text.replaceAll(/\s+/g, ''),
  ])
  return join(signs, text, language)
}

function align(segment: Timed, texts: readonly string[]): StoredWord[] {
  const kept = matchWords(
    segment.words.map(({ text }) => fold(text)),
    texts.map(fold),
  )
  const aligned: StoredWord[] = []
  for (let at = 0; at < texts.length;) {
    const oldAt = kept.get(at)
    const old = oldAt === undefined ? undefined : segment.words[oldAt]
    if (old) {
      aligned.push({ ...old, text: texts[at] ?? '' })
      at += 1
      continue
    }
    let end = at
    while (end < texts.length && !kept.has(end)) end += 1
    const from = at === 0 ? 0 : (kept.get(at - 1) ?? 0) + 1
    const to = kept.get(end) ?? segment.words.length
    const added = texts.slice(at, end).map((text) => ({ text, confidence: 1 }))
    // Not spread into arguments: a line may have more words than a call can take.
    for (const word of shareTime(added, spanOf(segment, from, to))) aligned.push(word)
    at = end
  }
  return aligned
}

type Span = { start: number; end: number }

/** The time of the old words in [`from`, `to`), or of the gap if there are none. */
function spanOf({ start, end, words }: Timed, from: number, to: number): Span {
  const before = words[from - 1]?.end ?? start
  const after = words[to]?.start ?? end
  const low = clamp(from < to ? (words[from]?.start ?? before) : before, start, end)
  const high = clamp(from < to ? (words[to - 1]?.end ?? after) : after, start, end)
  return { start: low, end: Math.max(low, high) }
}

/** Maps new words to the old words they match: the longest common subsequence. */
function matchWords(before: readonly string[], after: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>()
  let first = 0
  while (first < before.length && first < after.length && before[first] === after[first]) {
    kept.set(first, first)
    first += 1
  }
  let [oldEnd, newEnd] = [before.length, after.length]
  while (oldEnd > first && newEnd > first && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
    kept.set(newEnd, oldEnd)
  }
  const middle = longestCommon(before.slice(first, oldEnd), after.slice(first, newEnd))
  for (const [newAt, oldAt] of middle) kept.set(newAt + first, oldAt + first)
  return kept
}

function longestCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1
  if ((before.length + 1) * width > mostCells) return []
  // Length of the common subsequence of the rest, for each pair of positions; fits in 16 bits.
  const lengths = new Uint16Array((before.length + 1) * width)
  const lengthAt = (oldAt: number, newAt: number) => lengths[oldAt * width + newAt] ?? 0
  for (let oldAt = before.length - 1; oldAt >= 0; oldAt--) {
    for (let newAt = after.length - 1; newAt >= 0; newAt--) {
      lengths[oldAt * width + newAt] =
        before[oldAt] === after[newAt]
          ? lengthAt(oldAt + 1, newAt + 1) + 1
          : Math.max(lengthAt(oldAt + 1, newAt), lengthAt(oldAt, newAt + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let oldAt = 0, newAt = 0; oldAt < before.length && newAt < after.length;) {
    if (before[oldAt] === after[newAt]) pairs.push([newAt++, oldAt++])
    else if (lengthAt(oldAt + 1, newAt) >= lengthAt(oldAt, newAt + 1)) oldAt += 1
    else newAt += 1
  }
  return pairs
}

/** Ignores case and punctuation, except in a word that is nothing but punctuation. */
export const fold = (text: string): string => {
  const plain = text.normalize('NFKC').toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '') || plain
}

/** Splits an engine's word into characters, which share its time. */
function toSigns({ text, start, end, confidence }: StoredWord): StoredWord[] {
  const signs = [...text.replaceAll(/\s+/g, '')].map((sign) => ({ text: sign, confidence }))
  return shareTime(signs, { start, end })
}

/** Joins characters into the words of their language; punctuation goes with the word before it. */
function join(signs: readonly StoredWord[], text: string, language: string): StoredWord[] {
  const words: StoredWord[] = []
  let passed = 0
  for (const part of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const count = [...part.segment.replaceAll(/\s+/g, '')].length
    const own = signs.slice(passed, passed + count)
    passed += count
    const [first] = own
    const end = own.at(-1)?.end
    if (!first || end === undefined) continue
    const last = words.at(-1)
    if (last && !part.isWordLike) {
      words[words.length - 1] = { ...last, text: last.text + part.segment.trim(), end }
      continue
    }
    const confidence = Math.min(...own.map((sign) => sign.confidence))
    words.push({ text: part.segment, start: first.start, end, confidence })
  }
  return words
}
