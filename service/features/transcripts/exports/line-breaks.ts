import { unspacedScript } from '../../../engine/whisper/languages.ts'

/** Line breaking for text in any script. */

/** Text that is never broken; `isGlued` if no space precedes it. `at` is its offset in the text. */
export type TextChunk = { text: string; at: number; isGlued: boolean }

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const wide =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{RGI_Emoji}]/v
const opening = /^[\p{Ps}\p{Pi}]$/u
const plain = /^[\x20-\x7e]*$/

/** Width of a text in columns: two per full-width grapheme, one per other grapheme. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Splits a text into chunks of at most `limit` columns. */
export function toChunks(text: string, limit: number): TextChunk[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: run, index }) => {
    const parts = unspacedScript.test(run) ? splitWords(run) : [run]
    const short = parts.flatMap((part) => (widthOf(part) > limit ? chop(part, limit) : [part]))
    let at = index
    return short.map((part, place) => {
      const chunk = { text: part, at, isGlued: place > 0 }
      at += part.length
      return chunk
    })
  })
}

/** Splits at word boundaries, but never after opening or before closing punctuation. */
function splitWords(run: string): string[] {
  const parts: string[] = []
  let isOpen = false
  for (const { segment, isWordLike } of words.segment(run)) {
    const last = parts.length - 1
    const sticks = last >= 0 && (isOpen || (!isWordLike && !opening.test(segment)))
    if (sticks) parts[last] += segment
    else parts.push(segment)
    isOpen = opening.test(segment)
  }
  return parts
}

/** Splits a URL or word that is wider than a line. */
function chop(text: string, limit: number): string[] {
  const parts = ['']
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    const more = widthOf(segment)
    if (width + more > limit) {
      parts.push('')
      width = 0
    }
    parts[parts.length - 1] += segment
    width += more
  }
  return parts
}

/** A chunk of text with its width in columns; `isGlued` if no space precedes it. */
export type Block = { text: string; width: number; isGlued: boolean }

export const toBlock = (text: string): Block => ({ text, width: widthOf(text), isGlued: false })

/** Breaks text into one line, or two of about equal width; null if it needs more. */
export function toTwoLines(blocks: readonly Block[], limit: number): string[] | null {
  const split = splitLines(blocks, limit)
  if (split === null) return null
  return split === 0 ? [join(blocks)] : [join(blocks.slice(0, split)), join(blocks.slice(split))]
}

/** How many blocks go on the first of two lines; 0 if one line is enough, null if two are not. */
export function splitLines(blocks: readonly Block[], limit: number): number | null {
  const total = blocks.reduce((sum, block, at) => sum + room(block, at), 0)
  if (total <= limit) return 0
  if (total > 2 * limit + 1) return null
  let left = 0
  let found: number | null = null
  let narrowest = limit + 1
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1]
    left += room(block, at)
    if (!next || left > limit) break
    const wider = Math.max(left, total - left - (next.isGlued ? 0 : 1))
    if (wider < narrowest) [found, narrowest] = [at + 1, wider]
  }
  return found
}

const room = ({ width, isGlued }: Block, at: number): number =>
  width + (isGlued || at === 0 ? 0 : 1)

export const join = (blocks: readonly Block[]): string =>
  blocks.map(({ text, isGlued }, at) => (isGlued || at === 0 ? text : ` ${text}`)).join('')
