/** Prices and other figures, as they were said. */
import { pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'

export type Amount = { text: string; sentence: Sentence }

const size = String.raw`(?: ?(?:k|m|bn|thousand|million|billion|mille|mil|tausend|Millionen))?`
const figure = String.raw`\d[\d.,]*${size}`
const spelled =
  String.raw`(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|` +
  String.raw`\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|` +
  String.raw`million|half|a)(?:[- ](?:and )?)?)+`
const unit =
  String.raw`(?:dollars?|euros?|pounds?|bucks|cents?|percent|per ?cent|francs?|pesos?|` +
  String.raw`Euro|Prozent|por ciento|pour ?cent|USD|EUR|GBP)`
const rate = String.raw`(?: (?:per|a|an|each|pro|al|par) \p{L}+(?: (?:per|a) \p{L}+)?)?`

const amount = pattern`
  (?<![\p{L}\p{N}])(?:[$€£¥] ?${figure}|${figure} ?(?:[€£$%]|${unit})|
  ${spelled}${unit})${rate}(?!\p{L})`

/** Every amount with a unit or a currency, once, in the order they were said. */
export function findAmounts(sentences: readonly Sentence[]): Amount[] {
  const all = new RegExp(amount.source, 'giu')
  const found = sentences.flatMap((sentence) =>
    Array.from(sentence.text.matchAll(all), ([text]) => ({ text: text.trim(), sentence })),
  )
  return found.filter(({ text }, at) => {
    return found.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()) === at
  })
}
