/**
 * Which segments answer a question by words alone: how much of it was said around them, and what they hold.
 * For languages without vectors; with them, the score is one of the features of turns.
 */
import { holds } from './answer-kinds.ts'
import type { Question } from './question.ts'
import type { Kind } from './question-words.ts'
import type { About, Counts, Found, Segment } from './store.ts'

export type Ranked = { segment: Segment; about: About; score: number }

type Material = {
  question: Question
  found: readonly Found[]
  counts: Counts
  /** About how many segments were searched. */
  segments: number
  about: ReadonlyMap<string, About>
}

/** What a word counts that was said so many segments before (left) or after the answer. */
const wordsBefore = [1, 0.9, 0.8, 0.7, 0.55, 0.4]
const wordsAfter = [1, 0.6, 0.4]
/** A name is said once and counts for a while. */
const namesBefore = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7]
const namesAfter = [1, 0.7, 0.6]

/** What is left of a segment that lacks the time, the amount … that was asked for. */
const withoutKind: Readonly<Record<Kind, number>> = {
  time: 0.6,
  duration: 0.6,
  amount: 0.5,
  money: 0.5,
  person: 0.58,
  place: 0.75,
  reason: 0.85,
  any: 1,
}
/** A question is no answer, but the turn after it may be. */
const questionFactor = 0.6
/** What is left where a name or a figure of the question was said nowhere near. */
const withoutName = 0.5
/** What a segment gains by saying the question's words itself. */
const ownWeight = 0.05
const idleWeight = 0.15
const nameWeight = 1.3

/** Segments by score, 0–1, best first. */
export function rankSegments({ question, found, counts, about, segments }: Material): Ranked[] {
  const runs = [...Map.groupBy(found, ({ content_id }) => content_id)]
  return runs
    .flatMap(([contentId, run]) => {
      const facts = about.get(contentId)
      if (!facts) return []
      const scores = scoreRun({ question, counts, segments }, run, facts)
      return run.map((segment, at) => ({ segment, about: facts, score: scores[at] ?? 0 }))
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

/** What was said, with the terms of the question that it has. */
type Said = Pick<Found, 'text' | 'speaker_id' | 'place' | 'terms'>
type Speech = Pick<About, 'language'> & {
  speakers: Pick<About['speakers'][number], 'id' | 'name' | 'label'>[]
}

/** A score, 0–1, of each segment of one recording, in order. */
export function scoreRun(
  { question, counts, segments }: Pick<Material, 'question' | 'counts' | 'segments'>,
  run: readonly Said[],
  speech: Speech,
): number[] {
  const weights = weigh(question, counts, segments)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return run.map(() => 0)
  const hits = hitsOf(question, run, speech)
  const weighted = { question, weights, total }
  return run.map((segment, at) => {
    const near = coverage(weighted, hits, { run, at })
    if (near === 0) return 0
    const own = coverage(weighted, hits.slice(at, at + 1), { run: [segment], at: 0 })
    const said = near * (1 - ownWeight) + near * own * ownWeight
    return said * fitness(question, segment, speech)
  })
}

/** Rare words tell more; what was said nowhere tells most, for then the answer is elsewhere. */
function weigh({ tokens }: Question, counts: Counts, segments: number): number[] {
  const isAllIdle = tokens.every(({ isIdle }) => isIdle)
  return tokens.map(({ isIdle, isName }, term) => {
    const said = counts.get(term) ?? 0
    const rarity = Math.log(1 + Math.max(20, segments) / Math.max(0.5, said))
    if (isIdle && !isAllIdle) return said > 0 ? rarity * idleWeight : 0
    return isName ? rarity * nameWeight : rarity
  })
}

/** Per segment the terms that it has: said in it, or the name of who says it. */
function hitsOf({ tokens }: Question, run: readonly Said[], { speakers }: Speech): Set<number>[] {
  const names = new Map(
    speakers.map(({ id, name, label }) => [id, (name ?? label).toLowerCase().split(/\s+/)]),
  )
  return run.map(({ terms, speaker_id }) => {
    const hits = new Set(terms)
    for (const [term, { word }] of tokens.entries()) {
      if (names.get(speaker_id)?.includes(word)) hits.add(term)
    }
    return hits
  })
}

type Weighted = { question: Question; weights: readonly number[]; total: number }
type Spot = { run: readonly Said[]; at: number }

/** The share of the question that was said in a segment and around it. */
function coverage({ question, weights, total }: Weighted, hits: Set<number>[], spot: Spot): number {
  let said = 0
  let isNamed = true
  for (const [term, { isName }] of question.tokens.entries()) {
    const near = proximity(hits, spot, { term, isName })
    if (isName && near === 0) isNamed = false
    said += (weights[term] ?? 0) * near
  }
  return (said / total) * (isNamed ? 1 : withoutName)
}

function proximity(
  hits: Set<number>[],
  { run, at }: Spot,
  { term, isName }: { term: number; isName: boolean },
): number {
  const [past, coming] = isName ? [namesBefore, namesAfter] : [wordsBefore, wordsAfter]
  const here = run[at]?.place ?? 0
  let best = 0
  for (let other = at - past.length + 1; other < at + coming.length; other++) {
    if (!hits[other]?.has(term)) continue
    // The spans found in a recording need not be adjacent.
    const distance = (run[other]?.place ?? 0) - here
    const worth = (distance <= 0 ? past[-distance] : coming[distance]) ?? 0
    best = Math.max(best, worth)
  }
  return best
}

function fitness({ kind, tokens }: Question, { text }: Said, { language }: Speech): number {
  const factor = /[?？]["”»]?\s*$/u.test(text) ? questionFactor : 1
  const words = tokens.map(({ word }) => word)
  const rest = text.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    words.includes(word.toLowerCase()) ? '' : word,
  )
  return factor * (holds(kind, rest, language) ? 1 : withoutKind[kind])
}
