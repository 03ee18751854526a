/** What a spoken sentence says, as short texts that a reader understands: the whole of it, or a clause. */
import type { Sentence } from './sentences.ts'
import { isBroken, tidy } from './tidy.ts'
import type { Wording } from './wording/wording.ts'

/** Where one clause ends and another may begin. */
const border =
  /(?:,\s*|\s+)(?:and then|and so|and|but|so(?! (?:that|far|much|many))|because|although|though|whereas)\s+(?=(?:I|we|you|he|she|they|it|there|this|that|the|these|those|it's|we're|we'll|there's|that's|I'll|our|you're|people|everybody)\b)|[;:–—]\s+|,\s+(?=(?:I|we|they|it|there|he|she|it's|we're|we'll|there's|I'll)\s)|(?<=\p{Ll}{2})\.\s+|,?\s+well,?\s+(?=(?:I|we|it|if|you|they|the|whatever)\b)/giu

/** A capital inside of a sentence, where somebody began anew: "It gets The problem is". */
const anew =
  /(?<=[\p{Ll},']\s+)(?=(?:The|It|It's|We|We're|You|They|They're|That|That's|This|There|There's|These|So|Well|But|And|If|What|Because|When|Yeah|No|Then|In|For|How|He|She|One|Just|Maybe|Or|Is|Are|Do|Not|A|My|Our|Would|Could|Should|Can|Did|Does)\s)/gu

/** A text without an end mark, and the content words that it keeps of its sentence. */
export type Saying = { text: string; terms: ReadonlySet<string> }

/** The whole sentence first; empty where nothing of it is complete. */
export function sayingsOf(sentence: Sentence, wording: Pick<Wording, 'fillers'>): Saying[] {
  const whole = tidy(sentence.text, wording)
  const begun = whole.split(anew).map((part) => tidy(part, wording))
  const clauses = begun.flatMap((part) => part.split(border)).map((part) => tidy(part, wording))
  return [...new Set([...begun, ...clauses])]
    .filter((text) => isComplete(text, sentence))
    .map((text) => ({ text, terms: termsIn(text, sentence) }))
}

function termsIn(text: string, { tokens }: Sentence): Set<string> {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}'-]+/u))
  return new Set(
    tokens.flatMap((one) =>
      one.term !== null && words.has(one.text.toLowerCase()) ? [one.term] : [],
    ),
  )
}

const auxiliary =
  /^(?:is|are|was|were|am|be|'s|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|need|needs|\p{L}+'(?:s|re|ve|ll|d|m)|\p{L}+n't|cannot)$/iu

const startsHalf =
  /^(?:(?!(?:thing|nothing|something|anything|everything|morning|evening|meeting|building)\b)\p{L}+ing|about|got|given|suppose|supposing|such|than|which|who|whose|whom|where|because|as|of|to|from|for|with|by|till|until|whether|is|are|was|were|be|been|being|has|have|had|does|did|can|could|will|would|should|may|might|must|not|only|even|too|very|more|most|less|much|etcetera|plus|including|except|unless|since|while|whereas|though|although|either|neither|nor|else|rather|instead|per|says?|said|going|getting|having|doing|using|making|trying)\b/iu

const endsHalf =
  /(?:\b(?:of|to|from|than|is|are|was|were|am|be|been|I|we|they|he|she|very|just|a|an|the|our|your|my|their|its|so|and|or|but|because|if|when|that's|it's|we're|they're|I'm|there's|would|could|should|will|can|may|might|must|whether|which|who|what|how|where|why|um|uh|like|every|some|any|no|really|quite|maybe|probably|also|basically|between|into|so that|such that|about the|in the|on the|with the|for the)|\b\p{L})$/iu

/** A condition or a time needs what follows from it. */
const setsScene = /^(?:if|when|once|after|before|in order)\b(?!.*(?:,|\bthen\b).{12})/iu

/** Whether it was said to its end, in one go. */
export const isFinished = (text: string): boolean =>
  !isBroken(text) &&
  !endsHalf.test(text.replace(/[?.!…]+$/u, '')) &&
  text.replaceAll(/[^"]/gu, '').length % 2 === 0

/** The first clause of a text that was broken off; itself where it was not. */
export const firstClause = (text: string): string => text.split(anew)[0]?.trim() ?? text

/** Whether it has a subject and a verb, and was said to its end. */
function isComplete(text: string, { tokens }: Sentence): boolean {
  const isQuestion = text.endsWith('?')
  if (!isFinished(text)) return false
  if (isQuestion) return true
  if (startsHalf.test(text) || setsScene.test(text)) return false
  const kinds = new Map(tokens.map((token) => [token.text.toLowerCase(), token.pos]))
  const words = text.split(/\s+/u).map((word) => word.replaceAll(/^\P{L}+|\P{L}+$/gu, ''))
  const verb = words.findIndex((word, at) => {
    if (auxiliary.test(word)) return true
    const isVerb = kinds.get(word.toLowerCase()) === 'VERB' && !/ing$/iu.test(word)
    return isVerb && !/^to$/iu.test(words[at - 1] ?? '')
  })
  const isFused = /^\p{L}+'(?:s|re|ve|ll|d|m)$/iu.test(words[verb] ?? '')
  const before = words.slice(0, isFused ? verb + 1 : verb)
  return verb >= 0 && before.length > 0 && before.length <= 14
}
