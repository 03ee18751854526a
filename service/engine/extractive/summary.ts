/** A summary from what was found in a talk: subjects, what matters, decisions, open questions, tasks. */
import { cosine, probabilityOf } from './judgement.ts'
import { toPhrase, type Item } from './item.ts'
import { isSmallTalk } from './remarks.ts'
import type { ListRole } from './roles.ts'
import type { Sentence } from './sentences.ts'
import { canStandAlone, richness } from './statements.ts'
import type { Judgement, Talk } from './talk.ts'
import { asSentence, tidy } from './tidy.ts'

const mostSubjects = 4
const mostNames = 5
/** Items told of a section, at most. */
const mostItems = 2
/** Less sure items are listed, but not told in the summary. */
const [sureDecision, sureQuestion] = [0.4, 0.3]
/** Share of the room for decisions, open questions and tasks. */
const shareOfItems = 0.5
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
  const opening = openingOf(source)
  const room = characters - opening.length
  const items = itemsOf(source, Math.floor(room * shareOfItems))
  const used = items.reduce((sum, { text }) => sum + text.length + 1, 0)
  const body = bodyOf(source, room - used - 1).filter(
    (one) => !items.some(({ text }) => text.endsWith(one.text)),
  )
  const told = [...body, ...items]
  if (told.length === 0) return null
  const text = [opening, ...told.map((one) => one.text)].filter(Boolean).join(' ')
  return toPhrase(text, [...new Set(told.flatMap(({ segmentIds }) => segmentIds))])
}

/** "Anna, Ben and Carla talked about the budget and the new office." */
function openingOf({ talk, list }: Source): string {
  const subjects = list('topics')
    .slice(0, mostSubjects)
    .map(({ text }) => uncapitalized(text))
  if (subjects.length === 0) return ''
  const isNamed = talk.speakers.every((name) => !/^(?:speaker|unknown)\b/iu.test(name))
  const few = talk.speakers.length > 1 && talk.speakers.length <= mostNames
  const about = enumerate(subjects)
  return isNamed && few ? `${enumerate(talk.speakers)} talked about ${about}.` : `About ${about}.`
}

const enumerate = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)

const uncapitalized = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text

/** The sentences that belong in a summary most, in the order of the talk. */
function bodyOf({ talk, judgement }: Source, room: number): Told[] {
  const { utterances, vectors } = judgement
  const likely = utterances
    .map((utterance) => ({
      utterance,
      worth: probabilityOf(judgement, utterance.index, 'summary'),
    }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, 60)
  const kept: (Told & { at: number })[] = []
  let left = room
  for (const { utterance } of likely) {
    const at = utterance.index
    if (kept.some((one) => cosine(vectors[one.at], vectors[at]) >= alike)) continue
    const best = bestOf(talk, utterance.sentences)
    if (!best || best.text.length + 1 > left) continue
    left -= best.text.length + 1
    kept.push({ ...best, at })
    if (left < shortest) break
  }
  return kept.toSorted((a, b) => a.at - b.at)
}

function bestOf(talk: Talk, sentences: readonly Sentence[]): Told | null {
  const [best] = sentences
    .flatMap((sentence) => {
      const text = asSentence(tidy(sentence.text, talk.wording))
      const fits = text.length >= shortest && text.length <= longest && !/[?？]$/u.test(text)
      const isTold = fits && !isSmallTalk(talk, sentence) && canStandAlone(text, sentence)
      return isTold ? [{ text, sentence, worth: richness(sentence) }] : []
    })
    .toSorted((a, b) => b.worth - a.worth)
  if (!best) return null
  return { text: best.text, segmentIds: best.sentence.segmentIds, start: best.sentence.start }
}

const surer = (items: readonly Item[], least: number): Item[] =>
  items.filter(({ confidence }) => (confidence ?? 1) >= least)

/** The surest items of each section, with its heading. */
function itemsOf({ list }: Source, room: number): Told[] {
  const sections = [
    {
      heading: 'Decided:',
      all: surer(list('decisions'), sureDecision),
      toText: ({ text }: Item) => text,
    },
    {
      heading: 'Open:',
      all: surer(list('open_questions'), sureQuestion),
      toText: ({ text }: Item) => text,
    },
    { heading: 'Next:', all: list('actions'), toText: taskText },
  ].map(({ heading, all, toText }) => ({
    heading,
    kept: [] as Told[],
    likely: all
      .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
      .map((item) => ({
        text: toText(item),
        segmentIds: item.segmentIds,
        start: item.remark?.[0].start ?? 0,
      }))
      .filter(({ text }) => text.length <= longest),
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

function taskText({ text, owner, due }: Item): string {
  const head = owner === null ? text : `${owner}: ${uncapitalized(text)}`
  const isSaid = due === null || text.includes(due)
  return asSentence(isSaid ? head : `${head} (${due})`)
}
