/**
 * Decides which words of a growing chunk of sound are settled: the longest prefix on which two
 * transcriptions in a row agree (LocalAgreement-2; Macháček, Dabre and Bojar 2023, "Turning Whisper
 * into Real-Time Transcription System"). Words at the end of the sound are often recognized
 * wrongly, and change once more sound follows.
 */

/** Times in seconds of the live sound; `isJoined` if no space precedes the word. */
export type LiveWord = { text: string; start: number; end: number; isJoined: boolean }

export type Agreement = {
  /** Words that will never change again. */
  settled: readonly LiveWord[]
  /** Words added by the last transcription; the next one may change them. */
  tentative: readonly LiveWord[]
}

export const emptyAgreement: Agreement = { settled: [], tentative: [] }

/** How much the times of a word vary from one transcription to the next. */
const slackSeconds = 0.1

/** A settled word may be repeated up to this long after its time, alone or with its neighbours. */
const echoSeconds = 1
const longestEcho = 5

/** Adds the words of a chunk that starts no later than the first tentative word. */
export function agree({ settled, tentative }: Agreement, words: readonly LiveWord[]): Agreement {
  const fresh = withoutEcho(settled, behind(settled, words))
  let same = 0
  while (same < fresh.length && isSame(fresh[same], tentative[same])) same += 1
  return { settled: [...settled, ...fresh.slice(0, same)], tentative: fresh.slice(same) }
}

function behind(settled: readonly LiveWord[], words: readonly LiveWord[]): LiveWord[] {
  const until = settled.at(-1)?.end ?? -Infinity
  const first = words.findIndex(({ start, end }) => (start + end) / 2 > until - slackSeconds)
  return first < 0 ? [] : words.slice(first)
}

/** Drops the first words if they repeat the last settled ones. */
function withoutEcho(settled: readonly LiveWord[], fresh: LiveWord[]): LiveWord[] {
  const until = settled.at(-1)?.end ?? -Infinity
  const most = Math.min(longestEcho, settled.length, fresh.length)
  for (let count = most; count > 0; count -= 1) {
    const last = settled.slice(-count)
    const isEcho = last.every((word, at) => isSame(word, fresh[at]))
    if (isEcho && (fresh[0]?.start ?? Infinity) < until + echoSeconds) return fresh.slice(count)
  }
  return fresh
}

const isSame = (word: LiveWord | undefined, other: LiveWord | undefined): boolean =>
  word !== undefined && other !== undefined && spell(word.text) === spell(other.text)

/** Case and punctuation depend on the words that follow. */
const spell = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Settles the words before a moment, because that sound will not be transcribed again. */
export function settleBefore({ settled, tentative }: Agreement, moment: number): Agreement {
  const count = tentative.findIndex(({ start, end }) => (start + end) / 2 >= moment)
  const passed = count < 0 ? tentative.length : count
  return {
    settled: [...settled, ...tentative.slice(0, passed)],
    tentative: tentative.slice(passed),
  }
}

/** Beyond this length, the next chunk starts after the last settled sentence. */
const longSeconds = 12
/** The longest chunk, safely below the 30 s that the service accepts. */
const longestSeconds = 24
/** How much sound is kept if it contains no words. */
const keptSeconds = 3

export type Span = { start: number; end: number }

/**
 * Where the next chunk starts, in seconds: after the last settled sentence once the chunk is long,
 * after the last settled word once it is very long, and near the end if nobody speaks.
 */
export function nextStart({ settled, tentative }: Agreement, { start, end }: Span): number {
  const inside = settled.filter((word) => word.end > start)
  if (inside.length === 0 && tentative.length === 0) return Math.max(start, end - keptSeconds)
  if (end - start <= longSeconds) return start
  const next = [...inside.slice(1), ...tentative.slice(0, 1)]
  const cuts = inside.map((word, at) => middle(word, next[at], end))
  const sentence = inside.findLastIndex(({ text }) => /[.!?…。！？]["'”’»)]*$/u.test(text))
  if (sentence >= 0) return cuts[sentence] ?? start
  if (end - start <= longestSeconds) return start
  return cuts.at(-1) ?? end - longestSeconds / 2
}

/** Between this word and the next one, or shortly after it. */
const middle = (word: LiveWord, next: LiveWord | undefined, end: number): number =>
  Math.max(word.end, Math.min((word.end + (next?.start ?? end)) / 2, word.end + 0.3))

/** The words as text. */
export const joinLive = (words: readonly LiveWord[]): string =>
  words
    .map(({ text, isJoined }) => (isJoined ? text : ` ${text}`))
    .join('')
    .trim()
