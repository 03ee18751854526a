/** A task as a note has it: who will do what, by when. */
import type { Item } from './item.ts'
import { toReport } from './report.ts'
import type { Talk } from './talk.ts'

/** Stands for the owner: a name may look like a word, as in "PhD I". */
const who = 'Somebody'

/** "Anna will send Ben the plan (Friday)", without an end mark. */
export function noteOfTask({ speakers }: Talk, item: Item): string {
  const { text, owner, due, remark } = item
  const speaker = remark?.[0].speaker ?? ''
  const [hearer, ...more] = speakers.filter((one) => one !== speaker)
  // Of two, the other one is meant.
  const whole = hearer && more.length === 0 ? withHearer(text, hearer) : text
  const isOwned = owner !== null && beginsWithVerb(item)
  // "I'll ask my manager": their own, for whoever reads the note.
  const short = uncapitalized(owner === speaker ? whole.replaceAll(/\bmy\b/giu, 'their') : whole)
  const told = isOwned
    ? (toReport(`${who} will ${short}`, speaker)?.replace(who, () => owner) ??
      (/\b(?:I|me|my)\b/u.test(short) ? `${owner}: ${whole}` : `${owner} will ${short}`))
    : ((whole.startsWith('I') ? toReport(whole, speaker) : null) ?? whole)
  return due === null || told.includes(due) ? told : `${told} (${due})`
}

/** As "Send the plan" does; other tasks are told as they were said. */
export function beginsWithVerb({ text, remark }: Item): boolean {
  const [first = ''] = text.toLowerCase().split(/\s/u, 1)
  const token = remark?.[0].tokens.find(
    (one) => one.text.toLowerCase() === first || one.term === first,
  )
  return token?.pos === 'VERB'
}

/** "Send you your plan" said to Ben: "send Ben Ben's plan", but not "what you want". */
const withHearer = (text: string, hearer: string): string =>
  text
    .replaceAll(
      /(?<=\p{L} )you\b(?= (?:an?|the|my|our|some|all|on|by|at|with|about|for|in|as|know|back|next|this|tomorrow)\b|[.,]|$)/giu,
      () => hearer,
    )
    .replaceAll(/\byour\b/giu, () => `${hearer}'s`)

const uncapitalized = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
