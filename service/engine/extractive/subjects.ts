/** What a talk is about: noun phrases that are said where something matters. */
import { commonText, isVagueOrName } from '../chapters/chapter-title.ts'
import { toPhrase, type Item } from './item.ts'
import { isShort } from './judgement.ts'
import { runsOf } from './key-phrases.ts'
import { isPhrase } from './naming-words.ts'
import { wordsOfNames } from './people.ts'
import type { Token } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { worthOf } from './term-weights.ts'

const mostSubjects = 8
const mostWords = 3
/** Sentences that a phrase must be in. */
const [fewest, fewestInShort] = [3, 2]
/** By number of words: longer phrases say more. */
const lengthWeights = [0, 0.8, 2.6, 3]

type Subject = {
  terms: readonly string[]
  texts: Map<string, number>
  segmentIds: Set<string>
  count: number
  weight: number
}

/** By weight; none shares a word with another. */
export function findSubjects(talk: Talk, judgement: Judgement): Item[] {
  const { subjects, words } = collect(talk, judgement)
  const least = isShort(judgement) ? fewestInShort : fewest
  const ranked = subjects
    .filter((subject) => subject.count >= least && !isVagueOrName(subject))
    .map((subject) => ({ subject, score: scoreOf(subject, words) }))
    .toSorted((a, b) => b.score - a.score)
  const chosen: Subject[] = []
  for (const { subject } of ranked) {
    const isKnown = chosen.some(({ terms }) => terms.some((term) => subject.terms.includes(term)))
    if (!isKnown) chosen.push(subject)
    if (chosen.length === mostSubjects) break
  }
  return chosen.map((one) => toPhrase(commonText(one), [...one.segmentIds].slice(0, 12)))
}

type Collected = { subjects: Subject[]; words: ReadonlyMap<string, number> }

function collect(talk: Talk, judgement: Judgement): Collected {
  const names = wordsOfNames(talk)
  const subjects = new Map<string, Subject>()
  const words = new Map<string, number>()
  for (const { sentences, index } of judgement.utterances) {
    const worth = worthOf(judgement, index)
    for (const { tokens, terms, segmentIds } of sentences) {
      for (const term of new Set(terms)) words.set(term, (words.get(term) ?? 0) + worth)
      const phrases = runsOf(tokens).flatMap(partsOf)
      const isOfNames = (phrase: readonly Token[]) =>
        phrase.some(({ text }) => names.has(text.toLowerCase()))
      for (const phrase of phrases.filter((one) => !isOfNames(one)))
        add(subjects, { phrase, worth, segmentIds })
    }
  }
  return { subjects: [...subjects.values()], words }
}

type Mention = { phrase: readonly Token[]; worth: number; segmentIds: readonly string[] }

function add(subjects: Map<string, Subject>, { phrase, worth, segmentIds }: Mention): void {
  const terms = phrase.map(({ term, text }) => term ?? text.toLowerCase())
  const key = terms.join(' ')
  const fresh: Subject = { terms, texts: new Map(), segmentIds: new Set(), count: 0, weight: 0 }
  const known = subjects.get(key) ?? fresh
  const text = phrase.map((token) => token.text).join(' ')
  known.texts.set(text, (known.texts.get(text) ?? 0) + 1)
  known.count += 1
  known.weight += worth
  for (const id of segmentIds) known.segmentIds.add(id)
  subjects.set(key, known)
}

/** Parts of a run that may be the phrase: repetition decides. */
function partsOf(run: readonly Token[]): Token[][] {
  return run.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWords, run.length - from) }, (__, more) =>
      run.slice(from, from + more + 1),
    ).filter((part) => isPhrase(part)),
  )
}

function scoreOf({ terms, weight }: Subject, words: ReadonlyMap<string, number>): number {
  const sum = terms.reduce((all, term) => all + Math.log(1 + (words.get(term) ?? 0)), 0)
  return Math.log(1 + weight) * (lengthWeights[terms.length] ?? 1) * (sum / terms.length)
}
