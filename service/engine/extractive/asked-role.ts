/**
 * What a field asks for, where that is all it asks for. "Objections" are found; "price objections"
 * and "why they objected" are questions that only a language model understands.
 */
import { pattern } from './pattern.ts'
import { facetOf, matchRole, roleOf, wordsOf } from './roles.ts'
import type { Role } from './roles.ts'
import { functionWords, wordSet } from './words.ts'

/** Null where the field asks for something else, or for more than the role. */
export function askedRole(name: string, hint: string): Role | null {
  const [named, explained] = [wordsOf(name), wordsOf(hint)]
  if (wantsJudgement.test(`${named} ${explained}`) || isNarrowed(explained)) return null
  if (hint.includes('?') && !isPlain(explained)) return null
  const byName = matchRole(named)
  if (byName && isPlain(byName.rest)) return roleOf(name, hint)
  const byHint = matchRole(explained)
  return byHint && isPlain(byHint.rest) ? byHint.role : null
}

/** Whether a field is the thing itself that the field around it names: `text`, `label`, `overall`. */
export const isSameThing = (name: string): boolean =>
  isPlain(wordsOf(name)) || facetOf(name, '') === 'text'

/** Whether the instructions ask for more than a summary, and the field is the answer to them. */
export function asksFreely(instructions: string, hint: string): boolean {
  if (!/\banswer to the instructions\b|\bpoints of the answer\b/iu.test(hint)) return false
  if (instructions.includes('?') || wantsJudgement.test(instructions)) return true
  return !wantsSummary.test(instructions) || isNarrowed(instructions)
}

const wantsJudgement = pattern`
  \b(?:why|reasons?|causes?|recommend\p{L}*|advi[cs]e|next time|improve\p{L}*|evaluat\p{L}*|
  assess\p{L}*|explain\p{L}*|explanations?|compar(?:e[sd]?|ing|isons?)|predict\p{L}*|translat\p{L}*)\b`

const wantsSummary = pattern`
  \b(?:summar(?:y|ies|i[sz]\p{L}+)|sum .{0,20}\bup|recap|overview|minutes|gist|tl;?dr|digest|notes|
  (?:main|key) points|highlights)\b`

const narrowing = pattern`
  \b(?:about|regarding|concerning|related to|relating to|in terms of|with respect to)
  (?: (?:the|a|an|our|your|their|its|this|that|any|all))* (?<subject>\p{L}+)`

/** "What was said about the price": not about everything. */
function isNarrowed(text: string): boolean {
  const subject = narrowing.exec(text)?.groups?.['subject']
  return subject !== undefined && !isPlain(subject.toLowerCase())
}

const isPlain = (words: string): boolean =>
  words
    .split(/[^\p{L}\p{N}']+/u)
    .every(
      (word) =>
        word === '' || functionWords.has(word) || plainWords.has(word) || /^\d+$/u.test(word),
    )

/** Words that may stand beside a role without asking for more than it. */
const plainWords = wordSet(`
  key main next top important overall general major critical notable new current final primary
  possible potential open unanswered unresolved outstanding remaining list lists text texts item
  items entry entries count counts total number num score label value type call calls meeting
  meetings conversation conversations recording recordings talk discussion interview session
  transcript deal project customer customers client clients user users caller candidate
  participant participants speaker speakers person people team agent side sides everyone short
  brief concise executive detailed full one two three four five few sentence sentences paragraph
  paragraphs word words line lines bullet bullets discussed made taken raised asked mentioned
  agreed tried identified found reported expressed stated covered spoken voiced listed named
  given described noted decided promised answered needed required exist exists contains tone
  date person order clear clearly explicitly during across anything something any`)
