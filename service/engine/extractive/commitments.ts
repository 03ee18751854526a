/** Who said they would do what: promises, requests and plans, by how English words them. */
import { joined, pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'
import { wordSet } from './words.ts'

export type Commitment = { sentence: Sentence; owner: string | null; due: string | null }

/** Verbs of talking and being: "I'll be honest", "let's see", "can you hear me" are no tasks. */
const weak = joined`
  (?:be|see|say|think|guess|admit|bet|assume|know|hear|remember|imagine|believe|explain|
  repeat|talk (?:about|through)|start|begin|get started|dive|jump|move on|go ahead|go through|
  go over|tell|ask you|take a step|pause|come back|hand|turn|try to explain|walk (?:me|you|
  us)|give you (?:a|some) (?:background|context|overview|idea)|have to say|need|want|love|
  like|miss|let you|understand|wait|hold|elaborate|clarify|speak|describe|share (?:a bit|
  a little|some))\b`

const adverbs = joined`
  (?:(?:also|just|then|definitely|probably|certainly|personally|please|quickly|at least|
  maybe|first|both)\s+)*`

const promise = pattern`
  \b(?:I['’]ll|I will|I['’]m going to|I am going to|I can)\s+${adverbs}(?!${weak}|not\b|
  never\b)(\w+)`
const groupPromise = pattern`
  \b(?:we['’]ll|we will|we['’]re going to|let['’]s|let us)\s+${adverbs}(?!${weak}|not\b|
  never\b)(\w+)`
const request = pattern`
  \b(?:can|could|would|will) you\s+${adverbs}(?!${weak}|not\b|mind\b)(\w+)`
const need = pattern`
  \b(I|we|you)(?:['’]ll| will| really| still| also| definitely|['’]d)*\s+(?:need to|have to|
  must|ought to|should)\s+${adverbs}(?!${weak}|not\b|have\b)(\w+)`
const named = new RegExp(
  joined`
  \b(\p{Lu}[\p{L}'’-]+)
  (?:,? (?:can|could) you(?: please)?|,? please|['’]ll|(?:\x20will|\x20is going to|
  \x20needs to|\x20should))\s+(?!${weak}|not\b)(\w+)`,
  'u',
)
const imperative = pattern`
  ^(?:and |so |then |also )?(?:please|don['’]t forget to|make sure (?:to|you|that)|
  remember to)\s+(?!${weak})\w+`

/** An offer is a commitment only with a verb of doing: "I can send it", not "I can understand". */
const doing = pattern`
  ^(?:send|share|set|schedule|check|draft|write|prepare|email|mail|call|book|add|update|fix|
  ship|file|open|create|put|loop|arrange|forward|review|look|talk|reach|get|make|take|bring|
  do|run|move|refund|replace|issue|transfer|order|cancel|upgrade|escalate|submit)$`

const notNames = wordSet(`
  I It This That They He She There What Who We You Which Everything Nothing Someone Everyone
  Something These Those So And But If When Then Here How Why Yes No Okay Please`)

const hypothetical = pattern`
  \b(?:if (?:I|we) (?:had|were)|would have|could have|should have|used to|I wish)\b`

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const unit = '(?:minutes?|hours?|days?|weeks?|months?|quarters?)'
const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const moment = joined`
  (?:(?:the )?(?:end|beginning|middle|close) of (?:the |this |next )?(?:day|week|month|
  quarter|year|business|${weekday}|${month})|(?:next |this )?${weekday}(?: (?:morning|
  afternoon|evening))?|tomorrow(?: (?:morning|afternoon|evening))?|today|tonight|noon|(?:this|
  next) (?:week|month|quarter|year|morning|afternoon|evening)|${month}(?: \d{1,2}(?:st|nd|rd|
  th)?)?|(?:the )?\d{1,2}(?:st|nd|rd|th)(?: of ${month})?|\d{1,2}(?::\d{2})? ?(?:a\.?m\.?|
  p\.?m\.?)|EOD|then)`
const due = pattern`
  \b(?:(?:by|before|on|until|no later than|at) ${moment}|(?:in|within) (?:the next |
  about )?(?:an?|one|two|three|four|five|six|seven|ten|\d+)(?: business| working)? ${unit}|
  tomorrow(?: (?:morning|afternoon|evening))?|(?:this|next) (?:week|month|quarter|morning|
  afternoon|evening|${weekday})|today|tonight|right away|asap|end of (?:the )?(?:day|week|
  month))\b`

/** The time a sentence names, as it was said, or null. */
export function dueIn(text: string): string | null {
  const found = due.exec(text)?.[0]
  return found === undefined ? null : found.replace(/^(?:by|on|until|at)\s+/iu, '')
}

/** Every commitment, in the order they were made. */
export function findCommitments(sentences: readonly Sentence[]): Commitment[] {
  const speakers = [...new Set(sentences.map((sentence) => sentence.speaker))]
  return sentences.flatMap((sentence) => {
    const owner = ownerOf(sentence, speakers)
    return owner === undefined ? [] : [{ sentence, owner, due: dueIn(sentence.text) }]
  })
}

/** Who took the task on: a name, null where a group did, undefined where there is no task. */
function ownerOf(sentence: Sentence, speakers: readonly string[]): string | null | undefined {
  const { text, speaker, words, terms } = sentence
  // "I will do that" names nothing to do.
  if (words < 4 || terms.length < 2 || hypothetical.test(text)) return undefined
  const others = speakers.filter((other) => other !== speaker)
  const addressee = others.length === 1 ? (others[0] ?? null) : null
  const name = named.exec(text)?.[1]
  if (name && !notNames.has(name)) return name
  if (request.test(text)) return addressee
  const isQuestion = text.endsWith('?')
  if (isQuestion) return undefined
  const offered = promise.exec(text)
  if (offered && (!/\bI can\b/iu.test(offered[0]) || doing.test(offered[1] ?? ''))) return speaker
  const needed = need.exec(text)
  if (needed) return ownerOfNeed(needed, speaker, addressee)
  if (imperative.test(text)) return addressee
  return groupPromise.test(text) && !isDecision(text) ? null : undefined
}

function ownerOfNeed(
  needed: RegExpExecArray,
  speaker: string,
  addressee: string | null,
): string | null | undefined {
  const who = needed[1]?.toLowerCase()
  // "You should feel better" is advice, "we should send it" a plan: "should" wants a verb of doing.
  const isFirm = !/should|ought/iu.test(needed[0]) || doing.test(needed[2] ?? '')
  if (!isFirm) return undefined
  if (who === 'i') return speaker
  return who === 'you' ? addressee : null
}

const decision = pattern`
  \b(?:we(?:['’]ve| have)? (?:all )?(?:decided|agreed|settled|chosen|chose)|(?:let['’]s|
  we(?:['’]ll| will)|we(?:['’]re| are)(?: going to)?) (?:go|going|stick|sticking|stay|
  proceed) with|(?:the|our|my) (?:final )?decision|it['’]s (?:decided|settled|agreed)|
  we(?:['’]re| are) (?:not )?going with|is approved|approve[ds]? (?:the|this|that|it)|
  we(?:['’]ll| will) (?:keep|use|drop|postpone|cancel|skip)|let['’]s (?:keep|use|drop|
  postpone|cancel|skip|do (?:it|that))|agreed (?:on|to|that))\b`

/** Whether the sentence settles something. */
export function isDecision(text: string): boolean {
  return decision.test(text) && !text.endsWith('?')
}
