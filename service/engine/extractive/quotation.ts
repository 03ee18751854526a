/** Quotes a sentence: what was said, word for word. Nothing is reworded, and what is left out is marked. */

/** Said before anything is meant; "So that …" and "well known" mean something. */
const lead =
  /^(?:(?:um+|uh+|er+m?|hm+|mm+|mm - hmm|mm-hmm|oh|ah|hi|hello|hey|yeah|okay|ok|alright|anyway|so(?! (?:that|far|much|many|long)\b)|well(?! known)|and|but)(?![\p{L}'’-]),?\s*|[\s,.–—-]+)+/iu

/** "I I think", "we can we can see" at the beginning: said once. */
const stutter = /^(\p{L}[\p{L}'’]*(?: \p{L}[\p{L}'’]*){0,2}),? (?=\1(?![\p{L}'’]))/iu

/** A quotation of more words is cut where clauses end. */
const mostWords = 40

/** Where a clause ends, and another may begin. */
const border =
  /(?<=[,;:–—])\s+|\s+(?=(?:and|but|so|because|or|then)\s+(?:I|we|you|he|she|they|it|that|there|this|if)\b)/giu

/**
 * The sentence without the fillers at its beginning. Of a long one, the clauses from `at` on, the place
 * of what the sentence is quoted for; with … where words are left out.
 */
export function quote(text: string, at = 0): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim()
  const short = wordsIn(flat) <= mostWords ? flat : cut(flat, at)
  let rest = short
  for (let last = ''; last !== rest;) {
    last = rest
    rest = rest.replace(lead, '').replace(stutter, '')
  }
  return capital(rest === '' ? short : rest)
}

function cut(text: string, at: number): string {
  const starts = [0, ...Array.from(text.matchAll(border), (found) => found.index + found[0].length)]
  const from = starts.findLast((start) => start <= at) ?? 0
  const words = text.slice(from).split(' ')
  if (words.length <= mostWords) return `… ${words.join(' ')}`
  const most = words.slice(0, mostWords).join(' ').length + from
  const end = starts.findLast((start) => start > from && start <= most) ?? most
  return `${from > 0 ? '… ' : ''}${text.slice(from, end).replace(/[\s,;:–—-]+$/u, '')} …`
}

const wordsIn = (text: string): number => text.split(' ').length

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
