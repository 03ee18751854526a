/** Builds the lists for a talk: each item as it was said, with the segments that say it. */
import { findTasks } from './find-tasks.ts'
import { pattern } from './pattern.ts'
import { wordsOfNames } from './people.ts'
import { distinct } from './distinct.ts'
import { toItem, toPhrase, type Item } from './item.ts'
import { keyPhrases, runsOf } from './key-phrases.ts'
import { quoteMoments, type MomentRole } from './quoted-moments.ts'
import type { Remark } from './remarks.ts'
import type { ListRole } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { findSubjects } from './subjects.ts'
import type { Judgement, Talk } from './talk.ts'

import * as remarks from './remarks.ts'

/** All items of a role in the order they were said; topics by weight. */
export function listItems(role: Exclude<ListRole, 'highlights'>, talk: Talk): readonly Item[] {
  const { judgement } = talk
  if (judgement && role === 'topics') return topicsOf(talk, judgement)
  switch (role) {
    case 'topics':
      return topics(talk)
    case 'actions':
    case 'decisions':
    case 'open_questions':
      return quoteMoments(talk)[role]
    case 'names':
      return names(talk)
    case 'dates':
      return dates(talk)
    case 'speakers':
      return speakers(talk)
    case 'amounts':
      return findAmounts(talk.sentences).map(({ text, sentence }) => ({
        ...toItem(talk, [sentence]),
        text,
      }))
    default:
      return remarksOf(role, talk).map((remark) => toItem(talk, remark))
  }
}

type RemarkRole = Exclude<
  ListRole,
  'highlights' | 'topics' | 'names' | 'dates' | 'speakers' | 'amounts' | MomentRole
>

function remarksOf(role: RemarkRole, talk: Talk): Remark[] {
  const { sentences } = talk
  const tasks = new Set(findTasks(talk).map(({ sentence }) => sentence.index))
  const those = (isOne: (talk: Talk, sentence: Sentence) => boolean): Remark[] =>
    distinct(sentences.filter((sentence) => isOne(talk, sentence))).map((one) => [one])
  const isTask = ({ index }: Sentence) => tasks.has(index)
  switch (role) {
    case 'questions':
      return those(remarks.isQuestion)
    case 'objections':
      return remarks.findObjections(talk)
    case 'problems':
      return those((_, one) => remarks.isProblem(talk, one) && !isTask(one))
    case 'needs':
      return those(remarks.isNeed)
    case 'steps':
      return those((_, { plain, words }) => words > 3 && /[^?]$/u.test(plain) && tried.test(plain))
    case 'resolutions':
      return those((_, { plain }) => /[^?]$/u.test(plain) && solved.test(plain))
  }
}

const tried = pattern`
  \b(?:I|we)(?:'ve| have)?(?: (?:also|already|just|then|even|now))* (?:tried|restarted|reset|
  reinstalled|checked|unplugged|cleared|updated|rebooted|replaced|submitted|refunded|
  rolled back|put a note|changed|switched|logged (?:in|out)|deleted|removed|uninstalled)\b`
const solved = pattern`
  \b(?:that (?:fixed|solved|worked|did it)|(?:it's|that's|it is|is) (?:working|fixed|solved|
  resolved|sorted)(?: now)?|works (?:now|again)|(?:we've|I've|we have|I have) (?:now )?(?:fixed|
  solved|resolved|sorted|submitted|refunded|replaced|put a note)|should be (?:fixed|working|
  fine)|the (?:fix|solution|workaround) is|turns out|I'll submit it right now)\b`

/** What is talked about where it matters; its key phrases where too little is said to tell. */
function topicsOf(talk: Talk, judgement: Judgement): Item[] {
  const subjects = findSubjects(talk, judgement)
  return subjects.length < 2 ? topics(talk) : subjects
}

/** The talk's topics, without the names of participants. */
function topics({ sentences, speakers: talking, language }: Talk): Item[] {
  const own = wordsOfNames({ sentences, speakers: talking })
  // German capitalizes nouns, and only nouns are topics.
  const isNoun = (text: string) => !language.startsWith('de') || /(?:^| )\p{Lu}\S*$/u.test(text)
  return keyPhrases(sentences, 24)
    .filter(
      ({ text }) =>
        isNoun(text) &&
        !text
          .toLowerCase()
          .split(' ')
          .every((one) => own.has(one)),
    )
    .map(({ text, segmentIds }) => toPhrase(text, segmentIds))
}

function names({ sentences }: Talk): Item[] {
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

function dates(talk: Talk): Item[] {
  const found = talk.sentences.flatMap((sentence) =>
    talk.moments(sentence.text).map(({ said, date }) => ({
      ...toItem(talk, [sentence]),
      text: said,
      due: date ?? said,
    })),
  )
  return found.filter((item, at) => found.findIndex(({ text }) => text === item.text) === at)
}

function speakers({ sentences, speakers: talking }: Talk): Item[] {
  return talking.map((speaker) => {
    const first = sentences.find((sentence) => sentence.speaker === speaker)
    return { ...toPhrase(speaker, first?.segmentIds ?? []), owner: speaker }
  })
}

type Amount = { text: string; sentence: Sentence }

const size = String.raw`(?: ?(?:k|m|bn|thousand|million|billion|mille|mil|tausend|Millionen))?`
const figure = String.raw`\d[\d.,]*${size}`
const spelled =
  String.raw`(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|` +
  String.raw`\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|` +
  String.raw`million|half|a)(?:[- ](?:and )?)?)+`
const unit =
  String.raw`(?:dollars?|euros?|pounds?|bucks|cents?|percent|per ?cent|francs?|pesos?|` +
  String.raw`Euro|Prozent|por ciento|pour ?cent|USD|EUR|GBP)`
const rate = String.raw`(?: (?:per|a|an|each|pro|al|par) \p{L}+(?: (?:per|a) \p{L}+)?)?`

const amount = pattern`
  (?<![\p{L}\p{N}])(?:[$€£¥] ?${figure}|${figure} ?(?:[€£$%]|${unit})|
  ${spelled}${unit})${rate}(?!\p{L})`

/** Every amount with a unit or a currency, once, in the order they were said. */
function findAmounts(sentences: readonly Sentence[]): Amount[] {
  const all = new RegExp(amount.source, 'giu')
  const found = sentences.flatMap((sentence) =>
    Array.from(sentence.text.matchAll(all), ([text]) => ({ text: text.trim(), sentence })),
  )
  return found.filter(({ text }, at) => {
    return found.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()) === at
  })
}
