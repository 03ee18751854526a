/**
 * The only stemmer for comparing texts: Porter2 for English, like PostgreSQL's `english_stem`, so
 * that matches of the index are found again in memory.
 */
import { createRequire } from 'node:module'

type Porter = (word: string) => string

const require = createRequire(import.meta.url)
let porter: Porter | undefined

/**
 * Loaded with the first word: 5 MB and 80 ms. It is part of the built-in analyser's English model.
 */
function loadPorter(): Porter {
  // The model's types declare its add-ons as unknown.
  const model = require('wink-eng-lite-web-model') as { addons: { stem: Porter } }
  return model.addons.stem
}

/**
 * Since version 3, Snowball keeps the double letter of these: added becomes add, erred becomes err.
 */
const shortDouble = /^([aeo]([bdfgmnprt])\2)(?:ed|ing)(?:ly)?$/u

/** @param word in lower case, without an apostrophe */
export function englishStem(word: string): string {
  // A name, one of Snowball's few exceptions that the model lacks.
  if (word === 'howe') return word
  const [, double] = shortDouble.exec(word) ?? []
  if (double !== undefined) return double
  porter ??= loadPorter()
  return porter(word)
}

/**
 * Normalizes a word for comparison with others of its language (ISO 639-1). For languages other
 * than English it removes only accents and endings of number and gender: enough to match what was
 * said with what was written about it. Words of three Latin letters stay unchanged.
 */
export function stemOf(word: string, language: string): string {
  return isEnglish(language) ? englishStem(word) : foldedEnding(word)
}

export const isEnglish = (language: string): boolean => /^en\b/iu.test(language)

function foldedEnding(word: string): string {
  const bare = word.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
  return /^\p{Script=Latin}{6,}$/u.test(bare) ? bare.replace(/(?:[aeo]s?|en|er|s)$/u, '') : bare
}
