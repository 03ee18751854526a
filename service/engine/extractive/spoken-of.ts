/** A sentence about a thing that somebody's schema names and no list here knows: "budget". */
import type { Sentence } from './sentences.ts'
import type { Talk } from './talk.ts'
import { functionWords, wordSet } from './words.ts'

/** Words that say what kind of value is wanted, not what it is about. */
const kinds = wordSet(`
  name value text list string number code id type status level score rate total count amount
  details detail info information description notes note field result data current main overall`)

/**
 * The statement that has every word of the name, the fullest one; null where there is none. Names
 * of a single letter or of nothing but kinds are about nothing.
 */
export function findSpokenOf({ sentences }: Talk, name: string): Sentence | null {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !functionWords.has(word))
  if (words.length === 0 || words.some((word) => kinds.has(word))) return null
  const patterns = words.map((word) => {
    return new RegExp(String.raw`(?<!\p{L})${word.replace(/s$/u, '')}(?:s|es)?(?!\p{L})`, 'iu')
  })
  const about = sentences.filter(({ text, words: length }) => {
    return length > 3 && !/[?？]$/u.test(text) && patterns.every((wording) => wording.test(text))
  })
  // A figure is more often the answer than not.
  const worth = ({ text, terms }: Sentence) => terms.length + (/\d/u.test(text) ? 3 : 0)
  return about.toSorted((a, b) => worth(b) - worth(a) || a.index - b.index)[0] ?? null
}
