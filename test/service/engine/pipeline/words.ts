/** Words made up for tests: spoken one after the other, unless told when. */
import type { TimedWord } from '../../../../service/engine/pipeline/segments.ts'

export const word = (text: string, start: number, end: number): TimedWord => ({
  text,
  start,
  end,
  confidence: 0.9,
  hasSpace: true,
})

/** `text` from `start` on, each word half a second. */
export const say = (text: string, start = 0): TimedWord[] =>
  text.split(' ').map((each, at) => word(each, start + at * 0.5, start + at * 0.5 + 0.4))

export const textOf = (words: readonly { text: string }[]): string =>
  words.map(({ text }) => text).join(' ')
