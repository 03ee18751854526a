import { distance } from 'fastest-levenshtein'
import type { StoredTerm } from '../../db/tables.ts'
import { unspacedScript } from '../../engine/whisper/languages.ts'
import { toKey } from '../vocabulary/vocabulary.ts'

/** A word as it stands in a segment: what is compared of it, and how sure the engine was. */
export type RecognizedWord = { text: string; confidence: number }

/** `hasPossessive` where an `’s` behind the words is none of the term's. */
export type TermMatch = { term: string; hasPossessive: boolean }

export type Spellings = {
  /** No match is longer than this many letters and digits. */
  longest: number
  /** Whether a match may begin at a word, by it and the letters from there on: most words fail. */
  canBegin: (word: RecognizedWord, letters: string) => boolean
  /** The term that these words, taken as a whole, stand for. */
  find: (words: readonly RecognizedWord[]) => TermMatch | undefined
}

/** Below this the engine guessed. */
const unsure = 0.5

/**
 * Names that are ordinary words too are short: will, mark, grace, zoom. A plain one this long is
 * none, so that its letters alone show that it is meant. Choice: a rule that holds in any language,
 * instead of word lists; a shorter name is listed under `heard_as` where its case shall be set right.
 */
const tellingLetters = 8
/** Nothing shorter is guessed: `it` is not IT for being unclear. */
const guessedLetters = 5
/** As many letters tell that a word begins none of some hundred terms. */
export const beginningLetters = 4

/** The letters of each part of a phrase, without its marks: `cuber-netes` has two. */
const toParts = (text: string): string[] =>
  text
    .split(/[\s\p{Pd}/_]+/u)
    .map(toKey)
    .filter((part) => part !== '')

/** A name stays one with an `’s` behind it. */
const withoutPossessive = (text: string): string => text.replace(/['’]s(?=\P{L}*$)/u, '')

/** The list as a table to look up: earlier terms win. */
export function createSpellings(terms: readonly StoredTerm[], canGuess: boolean): Spellings {
  const misspelled = new Map<string, string>()
  const own = new Map<string, string>()
  for (const { term, heard_as } of terms) {
    for (const spelling of heard_as) setNew(misspelled, phraseKey(toParts(spelling)), term)
    setNew(own, toKey(term), term)
  }
  const findBy = (text: string, isUnsure: boolean): string | undefined => {
    const parts = toParts(text)
    const given = misspelled.get(phraseKey(parts))
    if (given !== undefined) return given
    const key = parts.join('')
    const term = own.get(key)
    const isGuessable = isUnsure && key.length >= guessedLetters
    if (term !== undefined) return isGuessable || isTelling(term, key) ? term : undefined
    return canGuess && isGuessable ? findClose(own, key) : undefined
  }
  const find = (words: readonly RecognizedWord[]): TermMatch | undefined => {
    const text = words.map((word) => word.text).join(' ')
    const isUnsure = words.every(({ confidence }) => confidence < unsure)
    const stem = withoutPossessive(text)
    // As it stands first: the `’s` may be part of what is listed.
    for (const form of stem === text ? [text] : [text, stem]) {
      const term = findBy(form, isUnsure)
      if (term !== undefined) return { term, hasPossessive: form !== text }
    }
    return undefined
  }
  const keys = [...misspelled.keys(), ...own.keys()].map((key) => key.replaceAll(' ', ''))
  const beginnings = new Set(keys.map((key) => key.slice(0, beginningLetters)))
  return {
    longest: Math.max(0, ...keys.map((key) => key.length)) + 2,
    canBegin: ({ confidence }, letters) => {
      if (confidence < unsure) return true
      for (let count = 1; count <= beginningLetters; count += 1) {
        if (beginnings.has(letters.slice(0, count))) return true
      }
      return false
    },
    find,
  }
}

const setNew = (map: Map<string, string>, key: string, term: string): void => {
  if (!map.has(key)) map.set(key, term)
}

const phraseKey = (parts: readonly string[]): string =>
  parts.join(parts.some((part) => unspacedScript.test(part)) ? '' : ' ')

/** Whether the letters can mean nothing but the term: `ONeill`, `iPhone`, `Kubernetes`; not `Will`. */
const isTelling = (term: string, key: string): boolean =>
  key.length >= tellingLetters || /\p{N}|\p{Ll}\p{Lu}|[\p{L}\p{N}][^\p{L}\p{N}\s]\p{L}/u.test(term)

/** A term that differs in a letter, or in two where it is long; undefined where two are as close. */
function findClose(own: ReadonlyMap<string, string>, key: string): string | undefined {
  const tolerated = key.length < tellingLetters ? 1 : 2
  let [best, least, isTie] = [undefined as string | undefined, tolerated + 1, false]
  for (const [ownKey, term] of own) {
    if (Math.abs(ownKey.length - key.length) > tolerated || ownKey.length < guessedLetters) continue
    const edits = distance(ownKey, key)
    if (edits === least && best !== undefined && best !== term) isTie = true
    if (edits < least) [best, least, isTie] = [term, edits, false]
  }
  return isTie ? undefined : best
}
