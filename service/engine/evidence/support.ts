/** Finds the segments that support a text: candidates by rare words, then a check word by word. */
import type { WriterSegment } from '../engine.ts'
import { clausesOf, denies, plainText, wordsOf, type ClaimWords } from './words-of.ts'

/** Minimum share of a text's content words, weighted by rarity, that its segments must contain. */
const leastCovered = 0.6

/** A claim may combine a few segments; with more of them, anything could be supported. */
const mostSegments = 5

/** A segment farther than this from all others of a claim is not added for a single word. */
const nearby = 3

/** Stems of English words for participants' roles; built at first use. */
let roles: ReadonlySet<string> | undefined
const isRole = (stem: string): boolean => {
  roles ??= wordsOf('customer client caller agent speaker user candidate seller', 'en').stems
  return roles.has(stem)
}

type Said = ClaimWords & { at: number; segment: WriterSegment; plain: string }

export type Index = {
  said: readonly Said[]
  language: string
  /** Segment positions by stem. */
  places: ReadonlyMap<string, readonly number[]>
  rarity: (stem: string) => number
}

export type SupportRequest = {
  text: string
  /** Segment positions near which the support must lie; null for the whole recording. */
  near: readonly number[] | null
  /** Language of the text. */
  language: string
}

/** Indexes segments by the stems of their words; `language` is an ISO 639-1 code. */
export function indexSegments(segments: readonly WriterSegment[], language: string): Index {
  const places = new Map<string, number[]>()
  const said = segments.map((segment, at) => {
    const words = wordsOf(segment.text, language)
    for (const stem of wordsOf(segment.speaker, language).stems) words.stems.add(stem)
    for (const stem of words.stems) {
      const known = places.get(stem)
      if (known) known.push(at)
      else places.set(stem, [at])
    }
    return { ...words, at, segment, plain: plainText(segment.text) }
  })
  const rarity = (stem: string) => Math.log(1 + segments.length / (places.get(stem)?.length ?? 0.5))
  return { said, language, places, rarity }
}

/** Null if a text contains nothing checkable. */
export function checkable(text: string, language: string): ClaimWords | null {
  const words = wordsOf(text, language)
  return words.stems.size + words.numbers.size > 0 ? words : null
}

/**
 * Positions of the segments that support a text, in the order of the talk; null if there are none.
 */
export function findSupport(index: Index, request: SupportRequest): number[] | null {
  const words = checkable(request.text, request.language)
  if (!words) return null
  const candidates = nearSegments(index, request.near)
  const verbatim = whereQuoted(candidates, words) ?? saidVerbatim(candidates, request.text)
  if (verbatim) return verbatim
  const isForeign = request.language !== index.language
  const chosen = isForeign
    ? carriersOfAnchors(candidates, words)
    : cover(index, words, { candidates, text: request.text })
  if (chosen.length === 0 || !holdsAnchors(chosen, words)) return null
  if (!isForeign && !isBorneOut(index, words, { chosen, candidates, text: request.text }))
    return null
  return chosen.map(({ at }) => at).toSorted((a, b) => a - b)
}

function nearSegments({ said }: Index, near: readonly number[] | null): readonly Said[] {
  if (near === null) return said
  return said.filter(({ at }) => near.some((place) => Math.abs(place - at) <= nearby))
}

/** Finds a text of three words or more said verbatim, in one segment or across two. */
function saidVerbatim(said: readonly Said[], text: string): number[] | null {
  const plain = plainText(text)
  if (plain.split(' ').length < 3) return null
  const padded = ` ${plain} `
  for (const [index, { at, plain: here }] of said.entries()) {
    if (` ${here} `.includes(padded)) return [at]
    const next = said[index + 1]
    if (next?.at === at + 1 && ` ${here} ${next.plain} `.includes(padded)) return [at, at + 1]
  }
  return null
}

/** Finds where every quote of a text was said; the words around quotes only introduce them. */
function whereQuoted(said: readonly Said[], { quotes }: ClaimWords): number[] | null {
  if (quotes.length === 0) return null
  const places = quotes.map((quote) => saidVerbatim(said, quote))
  if (places.some((place) => place === null)) return null
  return [...new Set(places.flatMap((place) => place ?? []))]
}

/** In another language only numbers and names stay unchanged. */
function carriersOfAnchors(candidates: readonly Said[], words: ClaimWords): Said[] {
  const anchors = words.numbers.size + words.names.size
  if (anchors === 0) return []
  const chosen = candidates.filter((one) => shared(words.numbers, one.numbers) > 0)
  const named = candidates.filter((one) => shared(words.names, one.stems) > 0)
  return [...new Set([...chosen, ...named])].slice(0, mostSegments)
}

const shared = (wanted: ReadonlySet<string>, have: ReadonlySet<string>): number =>
  [...wanted].filter((one) => have.has(one)).length

type Search = { candidates: readonly Said[]; text: string }

/** Greedily selects the segments that cover most of what is still open; rare words weigh more. */
function cover(index: Index, words: ClaimWords, { candidates, text }: Search): Said[] {
  const open = new Set(words.stems)
  const numbers = new Set(words.numbers)
  const usable = new Set(sharing(index, words, candidates))
  const chosen: Said[] = []
  const most = Math.min(mostSegments, words.stems.size + words.numbers.size)
  while (chosen.length < most && open.size + numbers.size > 0) {
    let best: { one: Said; gain: number } | null = null
    for (const one of usable) {
      const gain = gainOf(index, one, { open, numbers })
      if (gain > (best?.gain ?? 0) && isPlausible(one, { words, open, numbers, chosen })) {
        best = { one, gain }
      }
    }
    if (!best) break
    usable.delete(best.one)
    // Checked late, because it parses the segment again.
    if (flips(best.one, text, index)) continue
    chosen.push(best.one)
    for (const stem of best.one.stems) open.delete(stem)
    for (const number of best.one.numbers) numbers.delete(number)
  }
  return chosen
}

function sharing(index: Index, words: ClaimWords, candidates: readonly Said[]): readonly Said[] {
  const places = new Set([...words.stems].flatMap((stem) => index.places.get(stem) ?? []))
  return candidates.filter(
    ({ at, numbers }) => places.has(at) || shared(words.numbers, numbers) > 0,
  )
}

type Open = { open: ReadonlySet<string>; numbers: ReadonlySet<string> }

function gainOf(index: Index, { stems, numbers: said }: Said, { open, numbers }: Open): number {
  let gain = 0
  for (const stem of open) if (stems.has(stem)) gain += index.rarity(stem)
  for (const number of numbers) if (said.has(number)) gain += Math.log(1 + index.said.length)
  return gain
}

/** In a long claim, one shared word is chance, unless it is said near the rest. */
function isPlausible(
  { at, stems, numbers: said }: Said,
  { words, open, numbers, chosen }: Open & { words: ClaimWords; chosen: readonly Said[] },
): boolean {
  const hits = shared(open, stems) + shared(numbers, said)
  if (hits > 1 || words.stems.size + words.numbers.size < 4) return true
  return chosen.some((other) => Math.abs(other.at - at) <= nearby)
}

/**
 * Whether the things counted in a text were said only with other numbers: six
 * months instead of nine.
 */
function miscounts(chosen: readonly Said[], { counted }: ClaimWords): boolean {
  return [...counted].some(([unit, numbers]) => {
    const said = new Set(chosen.flatMap((one) => [...(one.counted.get(unit) ?? [])]))
    return said.size > 0 && [...numbers].some((number) => !said.has(number))
  })
}

/** Whether these segments contain every number and name; a quote that was not found fails. */
function holdsAnchors(chosen: readonly Said[], words: ClaimWords): boolean {
  const numbers = [...words.numbers].every((one) => chosen.some((said) => said.numbers.has(one)))
  const names = [...words.names].every((one) => chosen.some(({ stems }) => stems.has(one)))
  return numbers && names && words.quotes.length === 0 && !miscounts(chosen, words)
}

type Choice = Search & { chosen: readonly Said[] }

/** Whether enough of the text was said, and the rest was not denied nearby. */
function isBorneOut(
  index: Index,
  words: ClaimWords,
  { chosen, candidates, text }: Choice,
): boolean {
  if (!isCovered(index, words, chosen)) return false
  const open = [...words.stems].filter((stem) => !chosen.some(({ stems }) => stems.has(stem)))
  if (open.length === 0) return true
  const beside = candidates.filter(({ at }) =>
    chosen.some((one) => Math.abs(one.at - at) <= nearby),
  )
  return !beside.some((one) => open.some((stem) => one.stems.has(stem)) && flips(one, text, index))
}

/** Coverage weighted by rarity: words that nobody said weigh most. */
function isCovered(index: Index, { stems, numbers }: ClaimWords, chosen: readonly Said[]): boolean {
  const weigh = (all: Iterable<string>) => [...all].reduce((sum, one) => sum + index.rarity(one), 0)
  // Only the writer names participants by their roles; they do not use these words for each other.
  const telling = [...stems].filter((stem) => index.places.has(stem) || !isRole(stem))
  const total = weigh(telling)
  if (total === 0) return numbers.size > 0
  const said = telling.filter((stem) => chosen.some((one) => one.stems.has(stem)))
  return weigh(said) / total >= leastCovered
}

/** Whether the clause most similar to the text negates what the text affirms, or the reverse. */
function flips({ segment }: Said, text: string, { language }: Index): boolean {
  const claimed = denies(text, language)
  if (claimed === null) return false
  const { stems, names } = wordsOf(text, language)
  // Ignore names: what is said about a person may be in a separate clause.
  const telling = [...stems].filter((stem) => !names.has(stem))
  const wanted = telling.length > 0 ? new Set(telling) : stems
  let best = { hits: 0, denied: claimed }
  for (const clause of clausesOf(segment.text)) {
    const hits = shared(wanted, wordsOf(clause, language).stems)
    const denied: boolean = denies(clause, language) ?? claimed
    if (hits > best.hits) best = { hits, denied }
    else if (hits === best.hits && denied === claimed) best = { hits, denied }
  }
  return best.hits > 0 && best.denied !== claimed
}
