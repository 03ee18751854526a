import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff'

/** Part of a diff; a gap stands for omitted unchanged lines. */
export type Part = DiffPart | { kind: 'gap'; lines: number }
type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** In milliseconds. Entirely different texts take long, and the result is no better. */
const timeout = 300
/** Lines of context around a change. */
const around = 2

/**
 * Compares two texts: by words if they are similar, otherwise by lines, and as a whole if even that
 * takes too long. Long unchanged parts become gaps. Empty if nothing differs.
 */
export function diffText(before: string, after: string, by: 'words' | 'lines'): Part[] {
  if (before === after) return []
  const words = by === 'words' ? diffWordsWithSpace(before, after, { timeout }) : undefined
  const isAlike = words && sameShare(words, before, after) >= 0.4
  const changes = (isAlike ? words : undefined) ?? diffLines(before, after, { timeout })
  return changes ? joined(changes.map(toPart)).flatMap(withGaps) : whole(before, after)
}

const whole = (before: string, after: string): DiffPart[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

const toPart = ({ added, removed, value: text }: ChangeObject<string>): DiffPart => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text,
})

/** Merges changed words that only spaces separate into one change. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const done: DiffPart[] = []
  let [before, after] = ['', '']
  const close = () => {
    done.push(...whole(before, after))
    before = after = ''
  }
  for (const [at, { kind, text }] of parts.entries()) {
    const isBetween = kind === 'same' && at > 0 && at < parts.length - 1
    const isJoint = isBetween && /^[^\S\n]+$/.test(text)
    if (kind === 'same' && !isJoint) {
      close()
      done.push({ kind, text })
    }
    if (kind === 'removed' || isJoint) before += text
    if (kind === 'added' || isJoint) after += text
  }
  close()
  return done
}

/** 0 to 1. A word diff of two dissimilar texts would be unreadable. */
function sameShare(changes: ChangeObject<string>[], before: string, after: string): number {
  const same = changes.filter(({ added, removed }) => !added && !removed)
  const length = same.reduce((sum, { value }) => sum + value.length, 0)
  return length / Math.min(before.length, after.length)
}

function withGaps(part: DiffPart, at: number, all: readonly unknown[]): Part[] {
  const { kind, text } = part
  if (kind !== 'same') return [part]
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const head = at === 0 ? 0 : around
  const tail = at === all.length - 1 ? 0 : around
  const left = lines.length - head - tail
  // A gap takes up a line itself.
  if (left < 3) return [part]
  const parts: Part[] = [
    { kind, text: lines.slice(0, head).join('') },
    { kind: 'gap', lines: left },
    { kind, text: lines.slice(head + left).join('') },
  ]
  return parts.filter((one) => one.kind === 'gap' || one.text !== '')
}
