import type { Span, Word } from '../engine.ts'
import { toSeconds } from './clock-times.ts'
import { plainText } from './clean-text.ts'

const timeTag = /<(\d[\d:.]{0,19})>/g

/**
 * The words of a cue whose tags say when each begins (`so<00:00:01.200><c> far</c>`). Undefined if
 * there are no such tags, or if they do not run forward within the cue.
 */
export function readTimedWords(markup: string, { start, end }: Span): Word[] | undefined {
  const tags = [...markup.matchAll(timeTag)]
  if (tags.length === 0) return undefined
  const starts = [start, ...tags.map(([, time]) => toSeconds(time ?? ''))]
  const bounds = [0, ...tags.map(({ index }) => index), markup.length]
  const words: Word[] = []
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1] ?? end
    if (from === undefined || from < start || to < from || to > end) return undefined
    const texts = plainText(markup.slice(bounds[at], bounds[at + 1]))
      .split(' ')
      .filter(Boolean)
    const each = (to - from) / Math.max(1, texts.length)
    for (const [place, text] of texts.entries()) {
      const begin = from + place * each
      words.push({ text, start: begin, end: begin + each, confidence: 1 })
    }
  }
  return words
}
