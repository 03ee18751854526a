/**
 * Which words heard in a growing piece of sound may be shown as settled: those that two hearings in
 * a row agree on, from the front (LocalAgreement-2; Macháček, Dabre and Bojar 2023, "Turning Whisper
 * into Real-Time Transcription System"). A word at the rim of the sound is often heard wrongly, and
 * heard again differently once what follows is there.
 */

/** A word on the clock of the live sound, in seconds; `isJoined` where no blank stands before it. */
export type LiveWord = { text: string; start: number; end: number; isJoined: boolean }

export type Agreement = {
  /** Never changed again. */
  settled: readonly LiveWord[]
  /** What the last hearing added; the next one may change it. */
  tentative: readonly LiveWord[]
}

export const nothingHeard: Agreement = { settled: [], tentative: [] }

/** Times of words differ by so much from one hearing to the next. */
const slackSeconds = 0.1

/** A settled word may be heard once more behind its time by so much, alone or with its neighbours. */
const echoSeconds = 1
const longestEcho = 5

/** Takes in what was heard of a piece that begins no later than the first tentative word. */
export function agree({ settled, tentative }: Agreement, heard: readonly LiveWord[]): Agreement {
  const fresh = withoutEcho(settled, behind(settled, heard))
  let same = 0
  while (same < fresh.length && isSame(fresh[same], tentative[same])) same += 1
  return { settled: [...settled, ...fresh.slice(0, same)], tentative: fresh.slice(same) }
}

function behind(settled: readonly LiveWord[], heard: readonly LiveWord[]): LiveWord[] {
  const until = settled.at(-1)?.end ?? -Infinity
  const first = heard.findIndex(({ start, end }) => (start + end) / 2 > until - slackSeconds)
  return first < 0 ? [] : heard.slice(first)
}

/** Leaves out the first words where they are the last settled ones, heard once more. */
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

/** Case and marks come and go with what follows. */
const spell = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Settles what was heard before a moment: that sound is not heard again. */
export function settleBefore({ settled, tentative }: Agreement, moment: number): Agreement {
  const count = tentative.findIndex(({ start, end }) => (start + end) / 2 >= moment)
  const passed = count < 0 ? tentative.length : count
  return {
    settled: [...settled, ...tentative.slice(0, passed)],
    tentative: tentative.slice(passed),
  }
}

/** Longer than this, the sound moves on to the last sentence that is not settled. */
const longSeconds = 12
/** Nothing is heard that is longer than this: below the 30 s that the service takes. */
const longestSeconds = 24
/** So much is kept where there is no word to go by. */
const keptSeconds = 3

export type Stretch = { start: number; end: number }

/**
 * Where the next piece of sound begins: behind the last settled sentence once it is long, behind the
 * last settled word once it is very long, and close to the end where nobody speaks.
 */
export function nextStart({ settled, tentative }: Agreement, { start, end }: Stretch): number {
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

/** Between this word and the next one, or shortly behind it. */
const middle = (word: LiveWord, next: LiveWord | undefined, end: number): number =>
  Math.max(word.end, Math.min((word.end + (next?.start ?? end)) / 2, word.end + 0.3))

/** The words as they are read. */
export const joinLive = (words: readonly LiveWord[]): string =>
  words
    .map(({ text, isJoined }) => (isJoined ? text : ` ${text}`))
    .join('')
    .trim()
