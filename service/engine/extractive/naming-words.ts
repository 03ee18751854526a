/** Which words name a subject, though speech is full of sounds and stutters. */
import type { Token } from './sentences.ts'
import { genericNouns, vagueAdjectives } from './words.ts'

/** Whether part of a run of naming words can stand alone as what is talked about. */
export function isPhrase(part: readonly Token[]): boolean {
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last || last.pos === 'ADJ' || isGeneric(last)) return false
  const isLed = !isGeneric(first) && !vagueAdjectives.has(first.text.toLowerCase())
  const words = new Set(part.map(({ text }) => text.toLowerCase()))
  return isLed && words.size === part.length && part.every(({ text }) => isWord(text))
}

const isGeneric = ({ term, text }: Token): boolean =>
  genericNouns.has(term ?? '') || genericNouns.has(text.toLowerCase())

/** "TV" and "LCD" are words; "th", "R" and "mmm" are sounds or parts of one. */
const isWord = (text: string): boolean =>
  /^(?:\p{L}[\p{L}-]{2,}|\p{Lu}{2,})$/u.test(text) &&
  !/^[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]+$/u.test(text)
