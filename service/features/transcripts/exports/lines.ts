import { widthOf } from './breaks.ts'

/** A chunk of text with the columns it takes; `isGlued` where no blank stands before it. */
export type Block = { text: string; width: number; isGlued: boolean }

export const toBlock = (text: string): Block => ({ text, width: widthOf(text), isGlued: false })

/** One or two lines of about the same width, or null where two lines are too few. */
export function toTwoLines(blocks: readonly Block[], limit: number): string[] | null {
  const split = splitLines(blocks, limit)
  if (split === null) return null
  return split === 0 ? [join(blocks)] : [join(blocks.slice(0, split)), join(blocks.slice(split))]
}

/** How many blocks stand on the first of two lines: 0 where one is enough, null where two are not. */
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
