/** Which segments support a text: found by rare words, then checked word by word. */
import type { WriterSegment } from '../engine.ts'
import { clausesOf, denies, plainText, wordsOf, type ClaimWords } from './words-of.ts'

/** Share of a text's content words, weighted by their rarity, that its segments must have said. */
const leastCovered = 0.6

/** A claim may be put together from a few places; from more of them anything can be. */
const mostSegments = 5

/** A segment far from every other one of a claim is not taken for a single word. */
const nearby = 3

/** Stems of the words by which an English answer calls those who talk; made at the first use. */
let roles: ReadonlySet<string> | undefined
const isRole = (stem: string): boolean => {
  roles ??= wordsOf('customer client caller agent speaker user candidate seller', 'en').stems
  return roles.has(stem)
}

type Said = ClaimWords & { at: number; segment: WriterSegment; plain: string }

export type Index = {
  said: readonly Said[]
  language: string
  /** Places by stem. */
  places: ReadonlyMap<string, readonly number[]>
  rarity: (stem: string) => number
}

export type SupportRequest = {
  text: string
  /** Places among which the support must lie; null for the whole recording. */
  near: readonly number[] | null
  /** Language of the text. */
  language: string
}

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

/** Null where a text says nothing that could be checked. */
export function checkable(text: string, language: string): ClaimWords | null {
  const words = wordsOf(text, language)
  return words.stems.size + words.numbers.size > 0 ? words : null
}

/** Places of the segments that support a text, in the order of the talk; null where none do. */
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

/** A text of three words or more that was said as it stands, in one segment or over two. */
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

/** Where every quote of a text was said; what stands around them only introduces them. */
function whereQuoted(said: readonly Said[], { quotes }: ClaimWords): number[] | null {
  if (quotes.length === 0) return null
  const places = quotes.map((quote) => saidVerbatim(said, quote))
  if (places.some((place) => place === null)) return null
  return [...new Set(places.flatMap((place) => place ?? []))]
}

/** In another language only numbers and names stay as they were said. */
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

/** Greedily, the segments that say most of what is still open; rare words weigh more. */
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
    // Only looked at where it counts: it takes reading the segment again.
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

/** One shared word of a long claim is chance, unless it is said where the rest is. */
function isPlausible(
  { at, stems, numbers: said }: Said,
  { words, open, numbers, chosen }: Open & { words: ClaimWords; chosen: readonly Said[] },
): boolean {
  const hits = shared(open, stems) + shared(numbers, said)
  if (hits > 1 || words.stems.size + words.numbers.size < 4) return true
  return chosen.some((other) => Math.abs(other.at - at) <= nearby)
}

/** Whether what a text counts was said with other numbers only: six months where it was nine. */
function miscounts(chosen: readonly Said[], { counted }: ClaimWords): boolean {
  return [...counted].some(([unit, numbers]) => {
    const said = new Set(chosen.flatMap((one) => [...(one.counted.get(unit) ?? [])]))
    return said.size > 0 && [...numbers].some((number) => !said.has(number))
  })
}

/** Every number and name was said in these segments; a quote that was not found is none. */
function holdsAnchors(chosen: readonly Said[], words: ClaimWords): boolean {
  const numbers = [...words.numbers].every((one) => chosen.some((said) => said.numbers.has(one)))
  const names = [...words.names].every((one) => chosen.some(({ stems }) => stems.has(one)))
  return numbers && names && words.quotes.length === 0 && !miscounts(chosen, words)
}

type Choice = Search & { chosen: readonly Said[] }

/** Enough of it was said, and what is missing was not denied beside it. */
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

/** Weighed by rarity: what nobody said weighs most. */
function isCovered(index: Index, { stems, numbers }: ClaimWords, chosen: readonly Said[]): boolean {
  const weigh = (all: Iterable<string>) => [...all].reduce((sum, one) => sum + index.rarity(one), 0)
  // Those who talk are called so by who writes, not by each other.
  const telling = [...stems].filter((stem) => index.places.has(stem) || !isRole(stem))
  const total = weigh(telling)
  if (total === 0) return numbers.size > 0
  const said = telling.filter((stem) => chosen.some((one) => one.stems.has(stem)))
  return weigh(said) / total >= leastCovered
}

/** Whether the clause that is most like the text denies what the text does not, or the reverse. */
function flips({ segment }: Said, text: string, { language }: Index): boolean {
  const claimed = denies(text, language)
  if (claimed === null) return false
  const { stems, names } = wordsOf(text, language)
  // Not by whom it is about: what is said of them may stand in a clause of its own.
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
