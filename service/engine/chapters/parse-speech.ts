/** Sentences of a recording with the noun phrases in them. */
import type { ItemSentence, ItemToken, ItsHelpers, WinkMethods } from 'wink-nlp'
import { loadEnglish } from '../extractive/english.ts'
import { fillers, functionWords, genericNouns, vagueAdjectives } from '../extractive/words.ts'
import type { ChapterSegment } from './spoken-words.ts'

type SpokenToken = {
  text: string
  hasSpace: boolean
  pos: string
  /** Base form of a content word, null for every other token. */
  term: string | null
}

export type SpokenSentence = {
  /** Segment in which it begins. */
  segment: number
  text: string
  tokens: SpokenToken[]
  terms: string[]
}

/** Yields to the process's other work after this many turns. */
const turnsPerStep = 20
/** Turns are cut near this length, so that a long monologue is processed in steps. */
const turnCharacters = 1500

type Turn = { segment: number; speaker: string; text: string; starts: number[] }

/** Sentences in order; none goes over a border. */
export async function parseSpeech(
  segments: readonly ChapterSegment[],
  borders: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<SpokenSentence[]> {
  const nlp = await loadEnglish()
  const sentences: SpokenSentence[] = []
  for (const [index, turn] of toTurns(segments, borders).entries()) {
    if (index % turnsPerStep === turnsPerStep - 1) await new Promise(setImmediate)
    signal.throwIfAborted()
    sentences.push(...parseTurn(nlp, turn))
  }
  return sentences
}

/** Joins adjacent segments of one speaker, because recognizers cut in the middle of sentences. */
function toTurns(segments: readonly ChapterSegment[], borders: ReadonlySet<number>): Turn[] {
  const turns: Turn[] = []
  for (const [at, { speaker, text: spoken }] of segments.entries()) {
    const text = plainText(spoken)
    const last = turns.at(-1)
    const isJoined =
      last?.speaker === speaker && !borders.has(at) && last.text.length < turnCharacters
    if (last && isJoined) {
      last.starts.push(last.text.length + 1)
      last.text += ` ${text}`
    } else turns.push({ segment: at, speaker, text, starts: [0] })
  }
  return turns
}

/** Some transcripts write letters that are spelled out as `L_C_D_`. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('’', "'")
    .replaceAll(/\b(?:\p{Lu}_)+(?!\p{L})/gu, (letters) => letters.replaceAll('_', ''))
    .trim()

function parseTurn(nlp: WinkMethods, { text, segment, starts }: Turn): SpokenSentence[] {
  const sentences: SpokenSentence[] = []
  let cursor = 0
  nlp
    .readDoc(text)
    .sentences()
    .each((sentence: ItemSentence) => {
      const said = sentence.out().trim()
      const from = Math.max(cursor, text.indexOf(said, cursor))
      cursor = from + said.length
      const tokens: SpokenToken[] = []
      sentence.tokens().each((token: ItemToken) => void tokens.push(toToken(token, nlp.its)))
      sentences.push({
        segment:
          segment +
          Math.max(
            0,
            starts.findLastIndex((start) => start <= from),
          ),
        text: said,
        tokens,
        terms: tokens.flatMap(({ term }) => (term === null ? [] : [term])),
      })
    })
  return sentences
}

const contentKinds = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB'])

function toToken(token: ItemToken, its: ItsHelpers): SpokenToken {
  const text = token.out()
  const pos = String(token.out(its.pos))
  const lower = text.toLowerCase()
  const isContent =
    contentKinds.has(pos) &&
    /^\p{L}[\p{L}\p{N}-]+$/u.test(text) &&
    !functionWords.has(lower) &&
    !fillers.has(lower)
  // wink's types omit that these take the third parameter that `out` accepts.
  const lemma = its.lemma as unknown as ItsHelpers['normal']
  const spaces = its.precedingSpaces as unknown as ItsHelpers['normal']
  return {
    text,
    pos,
    hasSpace: token.out(spaces) !== '',
    term: isContent ? token.out(lemma).toLowerCase() : null,
  }
}

export type NounPhrase = { text: string; terms: string[] }

const mostPhraseWords = 4

/** Adjectives and nouns that end with a noun, without words that name nothing. */
export function nounPhrases({ tokens }: SpokenSentence): NounPhrase[] {
  const phrases: NounPhrase[] = []
  let run: SpokenToken[] = []
  let before: SpokenToken | null = null
  for (const token of [...tokens, null]) {
    if (token && isNaming(token)) {
      run.push(token)
      continue
    }
    const trimmed = trim(run)
    // Half a word with a hyphen, such as "line" of "on-line", names nothing.
    const isHalf = before?.text === '-' || token?.text === '-'
    const isFit = trimmed.length > 0 && trimmed.length <= mostPhraseWords
    if (isFit && !isHalf) phrases.push(toPhrase(trimmed))
    run = []
    before = token
  }
  return phrases
}

const isNaming = ({ term, pos }: SpokenToken): boolean =>
  term !== null && ['NOUN', 'PROPN', 'ADJ'].includes(pos)

const isVague = ({ text, term, pos }: SpokenToken): boolean =>
  (pos === 'ADJ' && vagueAdjectives.has(text.toLowerCase())) ||
  genericNouns.has(term ?? '') ||
  genericNouns.has(text.toLowerCase())

function trim(run: readonly SpokenToken[]): SpokenToken[] {
  let [from, to] = [0, run.length]
  while (to > from && run[to - 1] && (run[to - 1]?.pos === 'ADJ' || isVagueAt(run, to - 1))) to -= 1
  while (from < to && isVagueAt(run, from)) from += 1
  return run.slice(from, to)
}

function isVagueAt(run: readonly SpokenToken[], at: number): boolean {
  const token = run[at]
  return token !== undefined && isVague(token)
}

const toPhrase = (tokens: readonly SpokenToken[]): NounPhrase => ({
  text: tokens.map(({ text, hasSpace }, at) => (at > 0 && hasSpace ? ` ${text}` : text)).join(''),
  terms: tokens.map(({ term, text }) => term ?? text.toLowerCase()),
})
