/** Everything the analyser knows about one talk, computed lazily and only once. */
import { findTasks } from './find-tasks.ts'
import { runsOf } from './key-phrases.ts'
import { toItem, type Item } from './item.ts'
import { isShort } from './judgement.ts'
import { listItems } from './list-items.ts'
import { isMomentRole } from './quoted-moments.ts'
import { chooseSentences, rankSentences } from './rank-sentences.ts'
import { isSmallTalk, replyTo } from './remarks.ts'
import { roleOf, type ListRole, type Role } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { clearMoodOf, type Mood } from './sentiment.ts'
import { joinQuotes, quoteSummary } from './summary.ts'
import type { Talk } from './talk.ts'
import { functionWords, wordSet } from './words.ts'

export type Facts = {
  language: string
  finds: (role: Role) => boolean
  /** Not where another language is wanted. */
  speaksFor: (role: Role | null) => boolean
  /** Whether what a list of the role lacks was not said: no moment of a long talk is told of that is not sure. */
  findsAll: (role: Role) => boolean
  sentences: readonly Sentence[]
  list: (role: ListRole) => readonly Item[]
  summary: (characters: number) => Item | null
  /** The mood of the given speaker, or of all; null where it is not clear. */
  mood: (speaker?: string) => Mood | null
  topicOf: (item: Item) => string | null
  responseTo: (item: Item) => Item | null
  /** A statement about a thing known only by its property's name, or null. */
  spokenOf: (name: string) => Item | null
}

const usualLimit: Partial<Record<ListRole, number>> = {
  topics: 8,
  highlights: 5,
  actions: 40,
  questions: 25,
}

/** A summary is read at a glance; in characters. */
const longestSummary = 600

/**
 * What holds in every language: the sentences that share most with the others, numbers and times.
 * How tasks, decisions, doubts or a tone are said in a language was measured on real talk in English
 * only, so nothing is told of them in any other.
 */
const inEveryLanguage: ReadonlySet<Role> = new Set<Role>([
  'highlights',
  'speakers',
  'dates',
  'amounts',
  'language',
  'words',
])

/** The same words in every language. */
const named: ReadonlySet<Role | null> = new Set<Role | null>(['speakers', 'language'])

/**
 * What is said again and again is mostly a subject if it is a noun, which German writes in capitals
 * (docs/engines.md); without a dictionary, in other languages, mostly it is not.
 */
const ofNouns: ReadonlySet<Role> = new Set<Role>(['topics', 'title'])

/** Whether the analyser finds what the role stands for in talk of this language. */
export function isFound(role: Role, language: string): boolean {
  if (isEnglish(language) || inEveryLanguage.has(role)) return true
  return codeOf(language) === 'de' && ofNouns.has(role)
}

/** Whether words of a talk may answer for the role in that language. */
export const isSpokenFor = (role: Role | null, language: string, resultLanguage: string): boolean =>
  codeOf(resultLanguage) === codeOf(language) || named.has(role)

const codeOf = (language: string): string => language.toLowerCase().slice(0, 2)

export const isEnglish = (language: string): boolean => codeOf(language) === 'en'

/** @param resultLanguage of the answer; that of the talk if omitted */
export function createFacts(talk: Talk, resultLanguage: string = talk.language): Facts {
  const { sentences, language } = talk
  const lists = new Map<ListRole, readonly Item[]>()
  let scores: number[] | null = null
  const ranks = () => (scores ??= rank(talk))
  const listAll = (role: ListRole) => {
    const known = lists.get(role) ?? find(role, talk, ranks)
    lists.set(role, known)
    return known
  }
  const list = (role: ListRole) => listAll(role).slice(0, usualLimit[role] ?? 12)
  return {
    language,
    finds: (role) => isFound(role, language),
    speaksFor: (role) => isSpokenFor(role, language, resultLanguage),
    findsAll: (role) => !isMomentRole(role) || talk.judgement === null || isShort(talk.judgement),
    sentences,
    list,
    summary: (characters) => {
      const { judgement } = talk
      const room = Math.min(characters, longestSummary)
      return judgement ? quoteSummary(talk, judgement, room) : summarise(talk, ranks(), room)
    },
    mood: (speaker) =>
      clearMoodOf(sentences.filter((one) => speaker === undefined || one.speaker === speaker)),
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

function find(role: ListRole, talk: Talk, ranks: () => number[]): readonly Item[] {
  if (role !== 'highlights') return listItems(role, talk)
  const chosen = chooseSentences(talk.sentences, ranks(), { count: 8, characters: 4000 })
  return chosen.map((sentence) => toItem(talk, [sentence]))
}

/** Scores each sentence by content; greetings, thanks and the like score nothing. */
function rank(talk: Talk): number[] {
  const scores = rankSentences(talk.sentences)
  const tasks = new Set(findTasks(talk).map(({ sentence }) => sentence.index))
  // A talk's subject is mostly stated at its beginning.
  const opening = Math.min(12, Math.ceil(talk.sentences.length / 8))
  return scores.map((score, index) => {
    const sentence = talk.sentences[index]
    if (!sentence || isSmallTalk(talk, sentence)) return 0
    const isDecision = talk.wording.decision.test(sentence.plain)
    const isTask = tasks.has(index)
    return score * (isDecision ? 1.25 : 1) * (isTask ? 1.1 : 1) * (index < opening ? 1.15 : 1)
  })
}

/** Quotes the sentences with the most content; more of them for a longer talk. */
function summarise(talk: Talk, scores: readonly number[], characters: number): Item | null {
  const { sentences, speakers } = talk
  const count = Math.max(3, Math.min(6, Math.round(sentences.length / 10)))
  const names = count * Math.max(0, ...speakers.map((speaker) => speaker.length + 2))
  const chosen = chooseSentences(sentences, scores, { count, characters: characters - names })
  // Where no sentence fits: the start of the best one, which the caller cuts.
  const best = sentences[scores.indexOf(Math.max(...scores))]
  const quoted = chosen.length > 0 ? chosen : best ? [best] : []
  return quoted.length > 0 ? joinQuotes(talk, quoted) : null
}

/** The listed topic that an item mentions, or the item's longest noun phrase. */
function topicOf(item: Item, listed: readonly Item[]): string | null {
  const text = item.text.toLowerCase()
  const known = listed.find((topic) => text.includes(topic.text.toLowerCase()))
  if (known || !item.remark) return known?.text ?? null
  const runs = item.remark.flatMap(({ tokens }) => runsOf(tokens))
  const phrases = runs.map((run) => run.map((token) => token.text).join(' '))
  return phrases.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Words for the kind of value wanted rather than its subject. */
const kinds = wordSet(`
  name value text list string number code id type status level score rate total count amount
  details detail info information description notes note field result data current main overall`)

/**
 * The words of a name that a statement must contain to answer for it, or null where none could: one
 * word alone is said in too many ways, `kinds` have no subject, and what names a role is looked for
 * in other ways.
 */
export function spokenWordsOf(name: string): string[] | null {
  if (roleOf(name, '') !== null) return null
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !functionWords.has(word))
  return words.length < 2 || words.some((word) => kinds.has(word)) ? null : words
}

/** The richest statement that contains every word of the name, or null. */
function findSpokenOf({ sentences }: Talk, name: string): Sentence | null {
  const words = spokenWordsOf(name)
  if (words === null) return null
  const patterns = words.map((word) => {
    return new RegExp(String.raw`(?<!\p{L})${word.replace(/s$/u, '')}(?:s|es)?(?!\p{L})`, 'iu')
  })
  const about = sentences.filter(({ text, words: length }) => {
    return length > 3 && !/[?？]$/u.test(text) && patterns.every((wording) => wording.test(text))
  })
  // A number is usually the answer.
  const worth = ({ text, terms }: Sentence) => terms.length + (/\d/u.test(text) ? 3 : 0)
  return about.toSorted((a, b) => worth(b) - worth(a) || a.index - b.index)[0] ?? null
}
