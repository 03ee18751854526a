/** Recognizes the names in `Name: words`, as Zoom, Teams and people write them. */
import { cleanName } from './clean-text.ts'

/** A name and the words after it. */
export type Labelled = { name: string; rest: string }

/**
 * Splits `Name: words`; undefined if the line has no such beginning. Whether it is a name is decided
 * by the whole file (`knownLabels`).
 */
export function splitLabel(text: string): Labelled | undefined {
  const colon = text.slice(0, longestLabel).search(/[:：](?=\s|$|[^\s\d/])/)
  if (colon <= 0) return undefined
  const rest = text.slice(colon + 1)
  // An address, and a time, have a colon as well.
  if (rest.startsWith('//') || (/\d$/.test(text.slice(0, colon)) && /^\d/.test(rest)))
    return undefined
  const name = cleanName(text.slice(0, colon))
  return name !== null && isShort(name) ? { name, rest: rest.trim() } : undefined
}

const longestLabel = 80
const mostWords = 6

/** A name has few words, and no sentence ends in it but at an initial or a title. */
const isShort = (name: string): boolean =>
  name.split(' ').length <= mostWords && !/[!?;"“”]|\p{Ll}{4}\. /u.test(name)

/** Words of a name may be small: `van`, `de`, `(guest)`. */
const isNameLike = (name: string): boolean =>
  /^[\p{Lu}\p{Lt}\p{Lo}\d([]/u.test(name) &&
  name.split(' ').every((word) => /^[^\p{Ll}]|^\p{Ll}{1,4}$/u.test(word))

/** This share of the lines labelled at all: then the file labels its speakers. */
const labellingShare = 0.3

/**
 * The labels of a file that are names of speakers: those that recur, and in a file that labels its
 * lines those that are written like names.
 */
export function knownLabels(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const name = splitLabel(text)?.name
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const likely = [...counts].filter(([name, count]) => isNameLike(name) || count > 2)
  const labelled = likely.reduce((sum, [, count]) => sum + count, 0)
  const isLabelling = labelled >= texts.length * labellingShare
  return new Set(likely.filter(([, count]) => isLabelling || count > 1).map(([name]) => name))
}
