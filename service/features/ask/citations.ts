/** Which turns an answer of a language model stands on, and whether what it names was said there. */
import { plainText, saysNumber, wordsOf } from '../../engine/evidence/words-of.ts'
import type { Writing } from '../../engine/engine.ts'
import { displayName } from '../transcripts/segments.ts'
import { isNear } from './material.ts'
import { titleOf } from './reading.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** Turns around a citation in which the rest of an answer may have been said. */
const besideReach = 2
/** Fewer words were said in many places: they are a citation only where they are all that somebody said. */
const leastWords = 3

/** The turns that an answer cites, the best first: quotes that were said, and what the engine found for it. */
export function citedTurns({ result, evidence }: Writing, material: readonly Ranked[]): Ranked[] {
  const quotes = Array.isArray(result['quotes']) ? result['quotes'].map(String) : []
  const pointers = ['/answer', ...quotes.keys().map((at) => `/quotes/${at}`)]
  const ids = new Set(pointers.flatMap((pointer) => evidence[pointer] ?? []))
  const plain = material.map(({ segment }) => plainText(segment.text))
  const said = new Set(quotes.flatMap((quote) => whereSaid(quote, { material, plain })))
  return material
    .filter(({ segment }, at) => ids.has(segment.segment_id) || said.has(at))
    .toSorted((a, b) => b.score - a.score)
}

type Said = { material: readonly Ranked[]; plain: readonly string[] }

/** Where a quote was said word for word, in one turn or over several; nowhere where a part of it was not. */
function whereSaid(quote: string, { material, plain }: Said): number[] {
  const parts = quote.split(/…|\.{3}/u).map((part) => plainText(part))
  const places = parts.filter(Boolean).map((part) => wherePartSaid(part, { material, plain }))
  return places.some((place) => place.length === 0) ? [] : places.flat()
}

function wherePartSaid(part: string, { material, plain }: Said): number[] {
  if (part.split(' ').length < leastWords) {
    const alike = plain.flatMap((text, at) => (text === part ? [at] : []))
    const best = alike.toSorted((a, b) => (material[b]?.score ?? 0) - (material[a]?.score ?? 0))
    return best.slice(0, 1)
  }
  const at = plain.findIndex((text) => ` ${text} `.includes(` ${part} `))
  if (at >= 0) return [at]
  const first = plain.findIndex((_, from) => {
    const [one, two] = [material[from], material[from + 1]]
    const isNext = one && two && isNear(one.segment, two.segment, 1)
    return isNext && ` ${plain[from]} ${plain[from + 1]} `.includes(` ${part} `)
  })
  return first >= 0 ? [first, first + 1] : []
}

type Answer = { answer: string; cited: readonly Ranked[]; material: readonly Ranked[] }

/**
 * Whether the numbers, names and dates of an answer were said where it cites, or are those of the question, of who
 * speaks, or of the recording.
 */
export function isSaidThere(question: Question, { answer, cited, material }: Answer): boolean {
  const language = cited[0]?.about.language ?? 'en'
  // Of who somebody is, the first word may be a name too.
  const claimed = wordsOf(question.kind === 'person' ? `a ${answer}` : answer, language)
  const beside = material.filter((each) =>
    cited.some(({ segment }) => isNear(segment, each.segment, besideReach)),
  )
  const said = [question.text, ...new Set(beside.flatMap(textsOf))].map((text) =>
    wordsOf(text, language),
  )
  const numbers = new Set(said.flatMap((words) => [...words.numbers]))
  return (
    [...claimed.numbers].every((number) => saysNumber(numbers, number)) &&
    [...claimed.names].every((name) => said.some(({ stems }) => stems.has(name)))
  )
}

function textsOf({ segment, about }: Ranked): string[] {
  return [segment.text, titleOf(about), about.speakers.map(displayName).join('. ')]
}
