/**
 * Combines texts about parts into texts about the whole: the model reads the notes on the parts
 * again, as many at a time as fit, until one is left.
 */
import { isObject } from '../schema-shape.ts'
import { cutText } from '../cut-text.ts'
import type { Plan } from '../schema-plan.ts'
import { asData } from './chunks.ts'
import { agreedText, mainOption } from './merge.ts'
import { votesFor } from './votes.ts'
import type { Vote } from './votes.ts'

export type TextTools = {
  /** Maximum tokens of notes in one reading. */
  room: number
  count: (text: string) => number
  /** Asks the model to answer under the plan from these notes. */
  ask: (notes: string, plan: Plan) => Promise<unknown>
}

/** The part of the plan that the model must write again: texts on which the parts differ. */
export function openTexts(plan: Plan, votes: readonly Vote[]): Plan | null {
  if (plan.kind === 'choice') {
    const { option, votes: group } = mainOption(plan, votes)
    return option ? openTexts(option, group) : null
  }
  if (plan.kind === 'string') {
    const texts = votes.filter(({ value }) => typeof value === 'string' && value !== '')
    const isOpen = texts.length > 1 && !plan.format && agreedText(texts) === undefined
    return isOpen ? plan : null
  }
  if (plan.kind !== 'object') return null
  const entries = plan.entries.flatMap((entry) => {
    const open = openTexts(entry.plan, votesFor(entry.name, votes))
    return open ? [{ ...entry, plan: open }] : []
  })
  return entries.length > 0 ? { ...plan, entries } : null
}

/** The texts about the whole, under a plan from `openTexts`. */
export async function combineTexts(
  plan: Plan,
  answers: readonly unknown[],
  { room, count, ask }: TextTools,
): Promise<unknown> {
  let notes = [...answers]
  while (notes.length > 1) {
    const combined: unknown[] = []
    for (const group of toGroups(notes, { plan, room, count })) {
      const [only] = group
      const isLast = group.length === 1
      combined.push(isLast ? only?.note : await ask(numbered(group.map(({ text }) => text)), plan))
    }
    notes = combined
  }
  return notes[0]
}

/** Inserts the combined texts into the answer. */
export function withTexts(answer: unknown, texts: unknown): unknown {
  if (!isObject(answer) || !isObject(texts)) return texts ?? answer
  const entries = Object.entries(texts).map(([name, text]) => {
    return [name, withTexts(answer[name], text)] as const
  })
  return { ...answer, ...Object.fromEntries(entries) }
}

type Group = { note: unknown; text: string }[]

/** At least two notes at a time, so that every round reduces their number. */
function toGroups(
  notes: readonly unknown[],
  { plan, room, count }: { plan: Plan; room: number; count: (text: string) => number },
): Group[] {
  const groups: Group[] = []
  let filled = Infinity
  for (const note of notes) {
    const text = shortened(linesOf(plan, note, '').join('\n'), room / 2 - headTokens, count)
    const tokens = count(text) + headTokens
    if (filled + tokens > room) {
      groups.push([])
      filled = 0
    }
    groups.at(-1)?.push({ note, text })
    filled += tokens
  }
  return groups
}

/** Tokens of "Part 12 of 40:" and the line break. */
const headTokens = 12

function numbered(texts: readonly string[]): string {
  return texts.map((text, index) => `Part ${index + 1} of ${texts.length}:\n${text}`).join('\n')
}

function linesOf(plan: Plan, value: unknown, name: string): string[] {
  if (plan.kind === 'object') {
    return plan.entries.flatMap((entry) => {
      const inner = isObject(value) ? value[entry.name] : null
      return linesOf(entry.plan, inner, entry.name)
    })
  }
  return typeof value === 'string' && value !== '' ? [`- ${name}: ${asData(value)}`] : []
}

function shortened(text: string, room: number, count: (text: string) => number): string {
  let cut = text
  while (cut !== '' && count(cut) > room) cut = cutText(cut, Math.floor([...cut].length / 2))
  return cut
}
