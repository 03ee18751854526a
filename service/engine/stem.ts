/**
 * The one stemmer of texts that are compared here: Porter's second algorithm for English, which is
 * also that of PostgreSQL's `english_stem`, so that what the index finds is found again in memory.
 */
import { createRequire } from 'node:module'

type Porter = (word: string) => string

const require = createRequire(import.meta.url)
let porter: Porter | undefined

/** 5 MB and 80 ms, so at the first word; it comes with the English model of the built-in analyser. */
function loadPorter(): Porter {
  // The model's typings leave its add-ons unknown.
  const model = require('wink-eng-lite-web-model') as { addons: { stem: Porter } }
  return model.addons.stem
}

/** Since version 3 Snowball keeps the double letter of these: added is add, erred is err. */
const shortDouble = /^([aeo]([bdfgmnprt])\2)(?:ed|ing)(?:ly)?$/u

/** @param word in lower case, without an apostrophe */
export function englishStem(word: string): string {
  // A name, one of Snowball's few exceptions and none of the model's.
  if (word === 'howe') return word
  const [, double] = shortDouble.exec(word) ?? []
  if (double !== undefined) return double
  porter ??= loadPorter()
  return porter(word)
}

/**
 * The form in which a word is compared with others of its language (ISO 639-1). In languages other
 * than English only accents and the endings of number and gender go: enough to find what was said in
 * what was written about it. Words of three Latin letters stay.
 */
export function stemOf(word: string, language: string): string {
  return isEnglish(language) ? englishStem(word) : foldedEnding(word)
}

export const isEnglish = (language: string): boolean => /^en\b/iu.test(language)

function foldedEnding(word: string): string {
  const bare = word.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
  return /^\p{Script=Latin}{6,}$/u.test(bare) ? bare.replace(/(?:[aeo]s?|en|er|s)$/u, '') : bare
}
