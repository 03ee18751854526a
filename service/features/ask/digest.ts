/** The answer to a question on a whole discussion: what several people said of it, in the order of the talk. */
import { displayName } from '../transcripts/segments.ts'
import { answerSentence } from './answer.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** Choice: English and German; in other languages the best sentence answers. */
const asksForAll = [
  /^\W*(?:please |can you |could you )*(?:summari[sz]e|sum up|outline|describe the (?:discussion|debate))\b/iu,
  /\bwhat (?:did|do|does|has|have) (?!you\b).+ (?:think|say|said|feel|discuss|discussed|talk|propose|suggest|argue|recommend)\b/iu,
  /\bwhat (?:was|were|is|are) (?:said|discussed|proposed|suggested|.+(?:opinions?|views?|thoughts?|concerns?|discussions?))\b/iu,
  /\bhow did .+ (?:feel|react|respond)\b/iu,
  /\b(?:fasse?|fass) .+ zusammen\b|\bwas (?:meinten?|sagten?|dachten?|hielten?|wurde .+ (?:gesagt|besprochen))\b/iu,
]

export const isOnDiscussion = ({ text }: Question): boolean =>
  asksForAll.some((pattern) => pattern.test(text))

const mostQuoted = 4
/** A sentence of fewer words tells little on its own. */
const leastWords = 7

/** Undefined where fewer than two of the quotes say something. */
export function digestOf(question: Question, quotes: readonly Ranked[]): string | undefined {
  const [best] = quotes
  const said = quotes
    .filter(({ segment }) => segment.content_id === best?.segment.content_id)
    .map((quote) => ({ quote, text: answerSentence(question, quote) }))
    .filter(({ text }) => text.split(/\s+/u).length >= leastWords)
    .slice(0, mostQuoted)
    .toSorted((a, b) => a.quote.segment.place - b.quote.segment.place)
  if (said.length < 2) return undefined
  return said.map(({ quote, text }) => `${speakerOf(quote)}: ${text}`).join('\n')
}

function speakerOf({ segment, about }: Ranked): string {
  const speaker = about.speakers.find(({ id }) => id === segment.speaker_id)
  return speaker ? displayName(speaker) : segment.speaker_id
}
