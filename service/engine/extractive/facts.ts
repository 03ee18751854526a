/** Everything the analyser knows about one talk, found once and only when asked for. */
import { dueIn, findCommitments, isDecision } from './commitments.ts'
import { keyPhrases, runsOf } from './key-phrases.ts'
import { chooseSentences, overlap, rankSentences } from './rank-sentences.ts'
import { isNeed, isObjection, isOpenQuestion, isProblem, isQuestion, replyTo } from './remarks.ts'
import type { ListRole } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { moodOf } from './sentiment.ts'
import type { Mood } from './sentiment.ts'
import { withoutOpener } from './words.ts'

/** One thing to list: its text as it was said, and where. `sentence` is null for phrases. */
export type Item = {
  text: string
  segmentIds: string[]
  sentence: Sentence | null
  owner: string | null
  due: string | null
}

export type Facts = {
  language: string
  sentences: readonly Sentence[]
  list: (role: ListRole) => readonly Item[]
  summary: (characters: number) => Item | null
  mood: () => Mood | null
  topicOf: (item: Item) => string | null
  responseTo: (item: Item) => Item | null
}

const usualLimit: Partial<Record<ListRole, number>> = { topics: 8, highlights: 5, actions: 25 }

export function createFacts(sentences: readonly Sentence[], language: string): Facts {
  const lists = new Map<ListRole, readonly Item[]>()
  let scores: number[] | null = null
  const ranks = () => (scores ??= rankSentences(sentences))
  const list = (role: ListRole) => {
    const known = lists.get(role) ?? find(role, sentences, ranks).slice(0, usualLimit[role] ?? 12)
    lists.set(role, known)
    return known
  }
  return {
    language,
    sentences,
    list,
    summary: (characters) => summarise(sentences, ranks(), characters),
    mood: () => moodOf(sentences),
    topicOf: (item) => topicOf(item, list('topics')),
    responseTo: (item) => {
      const reply = item.sentence && replyTo(sentences, item.sentence)
      return reply ? toItem(reply) : null
    },
  }
}

function toItem(sentence: Sentence): Item {
  return {
    text: withoutOpener(sentence.text),
    segmentIds: sentence.segmentIds,
    sentence,
    owner: sentence.speaker,
    due: dueIn(sentence.text),
  }
}

function toPhrase(text: string, segmentIds: string[]): Item {
  return { text, segmentIds, sentence: null, owner: null, due: null }
}

function find(role: ListRole, sentences: readonly Sentence[], ranks: () => number[]): Item[] {
  const tasks = new Set(findCommitments(sentences).map((one) => one.sentence.index))
  const isTask = ({ index }: Sentence) => tasks.has(index)
  const those = (isOne: (sentence: Sentence) => boolean) => distinct(sentences.filter(isOne))
  switch (role) {
    case 'topics':
      return topics(sentences)
    case 'actions':
      return actions(sentences)
    case 'questions':
      return those((sentence) => isQuestion(sentence) && !isTask(sentence))
    case 'open_questions':
      return those((sentence) => isQuestion(sentence) && isOpenQuestion(sentences, sentence))
    case 'decisions':
      return those(({ text }) => isDecision(text))
    case 'objections':
      return those(isObjection)
    case 'problems':
      return those(
        (sentence) => sentence.words > 3 && isProblem(sentence.text) && !isTask(sentence),
      )
    case 'needs':
      return those(isNeed)
    case 'positives':
      return those(({ sentiment, words }) => (sentiment ?? 0) > 0.3 && words > 4)
    case 'negatives':
      return those(({ sentiment, words }) => (sentiment ?? 0) < -0.3 && words > 4)
    case 'highlights':
      return chooseSentences(sentences, ranks(), { count: 8, characters: 4000 }).map(toItem)
    case 'names':
      return names(sentences)
    case 'dates':
      return dates(sentences)
    case 'speakers':
      return speakers(sentences)
  }
}

/** What the talk is about, without the names of those who talk. */
function topics(sentences: readonly Sentence[]): Item[] {
  const talking = new Set(sentences.map(({ speaker }) => speaker.toLowerCase()))
  return keyPhrases(sentences, 12)
    .filter(({ text }) => !talking.has(text.toLowerCase()))
    .map(({ text, segmentIds }) => toPhrase(text, segmentIds))
}

/** Said twice is listed once, where it was said most fully. */
function distinct(sentences: readonly Sentence[]): Item[] {
  const kept: Sentence[] = []
  for (const sentence of sentences) {
    const same = kept.findIndex((other) => isSaidAgain(other, sentence))
    if (same === -1) kept.push(sentence)
    else if (sentence.terms.length > (kept[same]?.terms.length ?? 0)) kept[same] = sentence
  }
  return kept.map(toItem)
}

function isSaidAgain(a: Sentence, b: Sentence): boolean {
  if (a.text.toLowerCase() === b.text.toLowerCase()) return true
  return Math.min(a.terms.length, b.terms.length) > 2 && overlap(a, b) > 0.79
}

function actions(sentences: readonly Sentence[]): Item[] {
  const commitments = findCommitments(sentences)
  const bySentence = new Map(commitments.map((one) => [one.sentence.index, one]))
  return distinct(commitments.map((one) => one.sentence)).map((item) => {
    const found = bySentence.get(item.sentence?.index ?? -1)
    return { ...item, owner: found?.owner ?? null, due: found?.due ?? null }
  })
}

function names(sentences: readonly Sentence[]): Item[] {
  const found = new Map<string, string[]>()
  for (const sentence of sentences) {
    for (const run of runsOf(sentence.tokens)) {
      const text = run.map((token) => token.text).join(' ')
      const isName = run.every((token) => token.pos === 'PROPN' && /^\p{Lu}/u.test(token.text))
      if (isName) found.set(text, [...(found.get(text) ?? []), ...sentence.segmentIds])
    }
  }
  return [...found].map(([text, ids]) => toPhrase(text, [...new Set(ids)].slice(0, 12)))
}

function dates(sentences: readonly Sentence[]): Item[] {
  const found = sentences.flatMap((sentence) => {
    const text = dueIn(sentence.text)
    return text === null ? [] : [{ ...toItem(sentence), text }]
  })
  return found.filter((item, at) => found.findIndex(({ text }) => text === item.text) === at)
}

function speakers(sentences: readonly Sentence[]): Item[] {
  const first = new Map<string, Sentence>()
  for (const sentence of sentences) {
    if (!first.has(sentence.speaker)) first.set(sentence.speaker, sentence)
  }
  return [...first].map(([speaker, sentence]) => ({
    ...toPhrase(speaker, sentence.segmentIds),
    owner: speaker,
  }))
}

/** Sentences chosen for what they carry; more of them for a longer talk. */
function summarise(
  sentences: readonly Sentence[],
  scores: readonly number[],
  characters: number,
): Item | null {
  const count = Math.max(3, Math.min(6, Math.round(sentences.length / 10)))
  const chosen = chooseSentences(sentences, scores, { count, characters })
  if (chosen.length === 0) {
    // Not one sentence fits: the beginning of the best one, cut by the caller.
    const best = sentences[scores.indexOf(Math.max(...scores))]
    return best ? toItem(best) : null
  }
  return {
    ...toPhrase(chosen.map((one) => withoutOpener(one.text)).join(' '), []),
    segmentIds: [...new Set(chosen.flatMap((one) => one.segmentIds))],
  }
}

/** The listed topic that an item mentions, else its own longest naming phrase. */
function topicOf(item: Item, listed: readonly Item[]): string | null {
  const text = item.text.toLowerCase()
  const known = listed.find((topic) => text.includes(topic.text.toLowerCase()))
  if (known || !item.sentence) return known?.text ?? null
  const runs = runsOf(item.sentence.tokens).map((run) => run.map((token) => token.text).join(' '))
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? null
}
