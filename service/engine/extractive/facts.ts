/** Everything the analyser knows about one talk, found once and only when asked for. */
import { findTasks } from './find-tasks.ts'
import { runsOf } from './key-phrases.ts'
import { listItems, toItem, toPhrase, type Item } from './list-items.ts'
import { chooseSentences, rankSentences } from './rank-sentences.ts'
import { isSmallTalk, replyTo } from './remarks.ts'
import type { ListRole } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { moodOf, type Mood } from './sentiment.ts'
import type { Talk } from './talk.ts'
import { withoutOpener, functionWords, wordSet } from './words.ts'

export type Facts = {
  language: string
  sentences: readonly Sentence[]
  list: (role: ListRole) => readonly Item[]
  summary: (characters: number) => Item | null
  /** Of one speaker where one is named, else of all. */
  mood: (speaker?: string) => Mood | null
  topicOf: (item: Item) => string | null
  responseTo: (item: Item) => Item | null
  /** What was said about a thing that only its property's name tells, or null. */
  spokenOf: (name: string) => Item | null
}

const usualLimit: Partial<Record<ListRole, number>> = {
  topics: 8,
  highlights: 5,
  actions: 40,
  questions: 25,
}

export function createFacts(talk: Talk): Facts {
  const { sentences, language } = talk
  const lists = new Map<ListRole, readonly Item[]>()
  let scores: number[] | null = null
  const ranks = () => (scores ??= rank(talk))
  const list = (role: ListRole) => {
    const known = lists.get(role) ?? find(role, talk, ranks).slice(0, usualLimit[role] ?? 12)
    lists.set(role, known)
    return known
  }
  return {
    language,
    sentences,
    list,
    summary: (characters) => summarise(talk, ranks(), characters),
    mood: (speaker) =>
      moodOf(sentences.filter((one) => speaker === undefined || one.speaker === speaker)),
    topicOf: (item) => topicOf(item, list('topics')),
    responseTo: (item) => {
      const reply = item.remark && replyTo(talk, item.remark)
      return reply && toItem(talk, reply)
    },
    spokenOf: (name) => {
      const sentence = findSpokenOf(talk, name)
      return sentence && toItem(talk, [sentence])
    },
  }
}

function find(role: ListRole, talk: Talk, ranks: () => number[]): Item[] {
  if (role !== 'highlights') return listItems(role, talk)
  const chosen = chooseSentences(talk.sentences, ranks(), { count: 8, characters: 4000 })
  return chosen.map((sentence) => toItem(talk, [sentence]))
}

/** How much each sentence carries; greetings, thanks and the like carry nothing. */
function rank(talk: Talk): number[] {
  const scores = rankSentences(talk.sentences)
  const tasks = new Set(findTasks(talk).map(({ sentence }) => sentence.index))
  // What a talk is about is mostly said at its beginning.
  const opening = Math.min(12, Math.ceil(talk.sentences.length / 8))
  return scores.map((score, index) => {
    const sentence = talk.sentences[index]
    if (!sentence || isSmallTalk(talk, sentence)) return 0
    const isDecision = talk.wording.decision.test(sentence.plain)
    const isTask = tasks.has(index)
    return score * (isDecision ? 1.25 : 1) * (isTask ? 1.1 : 1) * (index < opening ? 1.15 : 1)
  })
}

/** Sentences chosen for what they carry; more of them for a longer talk. */
function summarise(
  { sentences, ...talk }: Talk,
  scores: readonly number[],
  characters: number,
): Item | null {
  const count = Math.max(3, Math.min(6, Math.round(sentences.length / 10)))
  const chosen = chooseSentences(sentences, scores, { count, characters })
  if (chosen.length === 0) {
    // Not one sentence fits: the beginning of the best one, cut by the caller.
    const best = sentences[scores.indexOf(Math.max(...scores))]
    return best ? toItem({ sentences, ...talk }, [best]) : null
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
  if (known || !item.remark) return known?.text ?? null
  const runs = item.remark.flatMap(({ tokens }) => runsOf(tokens))
  const phrases = runs.map((run) => run.map((token) => token.text).join(' '))
  return phrases.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Words that say what kind of value is wanted, not what it is about. */
const kinds = wordSet(`
  name value text list string number code id type status level score rate total count amount
  details detail info information description notes note field result data current main overall`)

/**
 * The statement that has every word of the name, the fullest one; null where there is none. Names
 * of a single letter or of nothing but kinds are about nothing.
 */
function findSpokenOf({ sentences }: Talk, name: string): Sentence | null {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !functionWords.has(word))
  if (words.length === 0 || words.some((word) => kinds.has(word))) return null
  const patterns = words.map((word) => {
    return new RegExp(String.raw`(?<!\p{L})${word.replace(/s$/u, '')}(?:s|es)?(?!\p{L})`, 'iu')
  })
  const about = sentences.filter(({ text, words: length }) => {
    return length > 3 && !/[?？]$/u.test(text) && patterns.every((wording) => wording.test(text))
  })
  // A figure is more often the answer than not.
  const worth = ({ text, terms }: Sentence) => terms.length + (/\d/u.test(text) ? 3 : 0)
  return about.toSorted((a, b) => worth(b) - worth(a) || a.index - b.index)[0] ?? null
}
