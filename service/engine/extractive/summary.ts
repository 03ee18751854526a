/** A summary from what was found in a talk: subjects, what matters, decisions, open questions, tasks. */
import { openingOf } from './summary-opening.ts'
import { toReport } from './report.ts'
import { beginsWithVerb, noteOfTask } from './task-note.ts'
import { cosine, probabilityOf } from './judgement.ts'
import { toPhrase, type Item } from './item.ts'
import { isSmallTalk } from './remarks.ts'
import type { ListRole } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { isAgreed, pointsBack } from './statements.ts'
import type { Judgement, Talk } from './talk.ts'
import { sayingsOf, type Saying } from './sayings.ts'
import { termWeights } from './term-weights.ts'
import { asSentence } from './tidy.ts'

/** Items told of a section, at most. */
const mostItems = 2
/** Less sure items are listed, but not told in the summary. */
const [sureDecision, sureQuestion] = [0.4, 0.3]
/** Share of the room for decisions, open questions and tasks. */
const shareOfItems = 0.5
/** Share of the room for the subjects. */
const shareOfOpening = 0.33
/** A longer sentence is no summary, a shorter one says too little; in characters. */
const [shortest, longest] = [30, 170]
/** Cosine from which two utterances say the same. */
const alike = 0.6

type Told = { text: string; segmentIds: readonly string[]; start: number }

/** What a summary is made from; `list` gives all items of a role. */
type Source = {
  talk: Talk
  judgement: Judgement
  list: (role: ListRole) => readonly Item[]
}

/** Null where nothing of the talk can be told. */
export function summarizeTalk(source: Source, characters: number): Item | null {
  const { talk, list } = source
  const items = itemsOf(source, Math.floor(characters * shareOfItems))
  const used = items.reduce((sum, { text }) => sum + text.length + 1, 0)
  const opening = openingOf(
    talk,
    list('topics'),
    Math.min(Math.floor(characters * shareOfOpening), characters - used),
  )
  const room = characters - used - opening.length - 1
  const body = bodyOf(source, items, room)
  const told = [...body, ...items]
  if (told.length === 0) return null
  const text = [opening, ...told.map((one) => one.text)].filter(Boolean).join(' ')
  return toPhrase(text, [...new Set(told.flatMap(({ segmentIds }) => segmentIds))])
}

type Candidate = Told & { at: number; worth: number; terms: ReadonlySet<string> }

/** The sentences that cover most of what the talk is about, in its order. */
function bodyOf({ talk, judgement }: Source, items: readonly Told[], room: number): Told[] {
  const weights = termWeights(judgement)
  let candidates = candidatesOf(talk, judgement).filter(
    ({ text }) => !items.some((item) => isSaidBy(item.text, text)),
  )
  const kept: Candidate[] = []
  const covered = new Set<string>()
  for (let left = room; left >= shortest;) {
    const gain = ({ terms, worth, text }: Candidate) => {
      const fresh = [...terms].filter((term) => !covered.has(term))
      const weight = fresh.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
      return (weight * worth) / text.length ** lengthPower
    }
    candidates = candidates.filter(({ text }) => text.length + 1 <= left)
    const [best] = candidates.toSorted((a, b) => gain(b) - gain(a))
    if (!best) break
    kept.push(best)
    left -= best.text.length + 1
    for (const term of best.terms) covered.add(term)
    const { vectors } = judgement
    candidates = candidates.filter(({ at }) => cosine(vectors[at], vectors[best.at]) < alike)
  }
  return kept.toSorted((a, b) => a.at - b.at)
}

/** Whether one of two texts is in the other, but for a heading and its end. */
function isSaidBy(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/^\p{L}+: |[^\p{L}\p{N} ]/gu, '')
  return plain(one).includes(plain(other)) || plain(other).includes(plain(one))
}

/** How much less a longer sentence is worth. */
const lengthPower = 0.7

function candidatesOf(talk: Talk, judgement: Judgement): Candidate[] {
  return judgement.utterances
    .map(({ index, sentences }) => ({
      sentences,
      at: index,
      worth: probabilityOf(judgement, index, 'summary'),
    }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, 80)
    .flatMap(({ sentences, at, worth }) =>
      sentences.flatMap((sentence) =>
        toldOf(talk, sentence).map((saying) => ({
          ...saying,
          segmentIds: sentence.segmentIds,
          start: sentence.start,
          at,
          worth,
        })),
      ),
    )
}

/** In the words of a report; empty where nothing of it stands alone. */
function toldOf(talk: Talk, sentence: Sentence): Saying[] {
  if (isSmallTalk(talk, sentence) || /^please\b/iu.test(sentence.plain)) return []
  return sayingsOf(sentence, talk.wording).flatMap(({ text: clean, terms }) => {
    if (/[?？]$/u.test(clean) || pointsBack(clean) || terms.size < 3) return []
    const told = toReport(clean, sentence.speaker)
    if (told === null) return []
    const text = asSentence(told)
    return text.length >= shortest && text.length <= longest ? [{ text, terms }] : []
  })
}

const surer = (items: readonly Item[], least: number): Item[] =>
  items.filter(({ confidence }) => (confidence ?? 1) >= least)

/** The surest items of each section, as sentences. */
function itemsOf({ talk, list }: Source, room: number): Told[] {
  const sections = [
    {
      heading: 'Agreed:',
      all: surer(list('decisions'), sureDecision),
      toText: (item: Item) => (isAgreed(item.text) ? statementText(item) : null),
    },
    {
      heading: 'Open:',
      all: surer(list('open_questions'), sureQuestion),
      toText: statementText,
    },
    {
      heading: 'Next:',
      all: list('actions'),
      toText: (item: Item) => (beginsWithVerb(item) ? asSentence(noteOfTask(talk, item)) : null),
    },
  ].map(({ heading, all, toText }) => ({
    heading,
    kept: [] as Told[],
    likely: all
      .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
      .flatMap((item) => {
        const text = toText(item)
        if (text === null || text.length > longest) return []
        return [{ text, segmentIds: item.segmentIds, start: item.remark?.[0].start ?? 0 }]
      }),
  }))
  let left = room
  // One of each in turn, so that a long section does not crowd out the others.
  for (let round = 0; round < mostItems; round += 1) {
    for (const { heading, likely, kept } of sections) {
      const next = likely[round]
      const length = (next?.text.length ?? 0) + 1 + (kept.length === 0 ? heading.length + 1 : 0)
      if (!next || length > left) continue
      kept.push(next)
      left -= length
    }
  }
  return sections.flatMap(({ heading, kept }) =>
    kept
      .toSorted((a, b) => a.start - b.start)
      .map((one, at) => (at === 0 ? { ...one, text: `${heading} ${one.text}` } : one)),
  )
}

function statementText({ text, owner }: Item): string | null {
  return pointsBack(text) ? null : toReport(text, owner ?? '')
}
