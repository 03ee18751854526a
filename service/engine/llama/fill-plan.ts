/**
 * Lets the model fill a plan: we write the structure, the model the leaves. Every string and every
 * list is bounded here, by counting, and not in the grammar, where bounds multiply.
 */
import { cutText } from '../cut-text.ts'
import {
  formatGrammar,
  literalGrammar,
  numberGrammar,
  openTextGrammar,
  textGrammar,
} from '../grammar-schema.ts'
import type { Literal, Plan, PlanOf } from '../schema-plan.ts'
import type { Pen } from './pen.ts'

/** Items of a list whose schema gives no upper bound. */
const usualItems = 8

/** Tokens for a text of its own, and for one in a list. */
const usualTokens = 200
const listedTokens = 64
const leastTokens = 12

export async function fillPlan(plan: Plan, pen: Pen, isListed = false): Promise<unknown> {
  switch (plan.kind) {
    case 'object':
      return fillObject(plan, pen, isListed)
    case 'array':
      return fillArray(plan, pen)
    case 'string':
      return fillString(plan, pen, isListed)
    case 'number':
      return fillNumber(plan, pen)
    case 'literals':
      return fillLiteral(plan, pen)
    case 'choice': {
      const picked = await pen.pick([...new Set(plan.options.flatMap(openersOf))])
      const option = plan.options.find((one) => openersOf(one).includes(picked)) ?? plan.options[0]
      return option ? fillPlan(option, pen, isListed) : null
    }
  }
}

async function fillObject(plan: PlanOf<'object'>, pen: Pen, isListed: boolean): Promise<unknown> {
  const entries: [string, unknown][] = []
  pen.force('{')
  for (const { name, plan: child } of plan.entries) {
    pen.force(`${entries.length > 0 ? ', ' : ''}${JSON.stringify(name)}: `)
    entries.push([name, await fillPlan(child, pen, isListed)])
  }
  pen.force('}')
  return Object.fromEntries(entries)
}

async function fillArray(plan: PlanOf<'array'>, pen: Pen): Promise<unknown> {
  const items: unknown[] = []
  const seen = new Set<string>()
  const most = plan.max ?? Math.max(usualItems, plan.min)
  pen.force('[')
  while (items.length < most && (await goesOn(plan, items.length, pen))) {
    if (items.length > 0) pen.force(', ')
    const item = await fillPlan(plan.items, pen, true)
    const key = JSON.stringify(item).toLowerCase()
    const isRepeated = seen.has(key) && plan.items.kind !== 'literals'
    // A model that repeats itself has nothing more to say.
    if ((isRepeated || (plan.unique && seen.has(key))) && items.length >= plan.min) break
    seen.add(key)
    items.push(item)
  }
  pen.force(']')
  return items
}

async function goesOn(plan: PlanOf<'array'>, count: number, pen: Pen): Promise<boolean> {
  if (count < plan.min) return true
  if (pen.left() < leastTokens) return false
  const more = count === 0 ? openersOf(plan.items) : [',']
  return (await pen.pick([...more, ']'])) !== ']'
}

/** The characters that a value of the plan can begin with. */
function openersOf(plan: Plan): string[] {
  switch (plan.kind) {
    case 'object':
      return ['{']
    case 'array':
      return ['[']
    case 'string':
      return ['"']
    case 'number':
      return [...'0123456789', ...(plan.min < 0 ? ['-'] : [])]
    case 'literals':
      return [...new Set(plan.values.map((value) => JSON.stringify(value).charAt(0)))]
    case 'choice':
      return [...new Set(plan.options.flatMap(openersOf))]
  }
}

async function fillString(plan: PlanOf<'string'>, pen: Pen, isListed: boolean): Promise<string> {
  pen.force('"')
  const text = plan.format
    ? await pen.generate({
        grammar: formatGrammar(plan.format),
        maxTokens: 48,
        isDone: isClosed,
        keep: unclosed,
      })
    : await prose(plan, pen, isListed)
  pen.force('"')
  return decoded(text)
}

async function prose(plan: PlanOf<'string'>, pen: Pen, isListed: boolean): Promise<string> {
  const limit = plan.max ?? Infinity
  const wanted = limit === Infinity ? (isListed ? listedTokens : usualTokens) : limit / 3 + 8
  // Half of what is left at most, so that no text starves those after it.
  const maxTokens = Math.max(leastTokens, Math.floor(Math.min(wanted, pen.left() / 2)))
  const isLong = (text: string) => [...decoded(unclosed(text))].length > limit
  const start = plan.min === 0 ? '' : await atLeast(plan.min, pen)
  if ([...decoded(start)].length >= limit) return cutText(start, limit)
  const rest = await pen.generate({
    grammar: textGrammar,
    maxTokens,
    isDone: (text) => isClosed(text) || isLong(start + text),
    keep: (text) => (isClosed(text) ? unclosed(text) : atWordEnd(text)),
    isProse: true,
  })
  const whole = start + rest
  return isLong(whole) ? encoded(cutText(decoded(whole), limit)) : whole
}

/** A text that may not end before it has `least` characters. */
function atLeast(least: number, pen: Pen): Promise<string> {
  return pen.generate({
    grammar: openTextGrammar,
    maxTokens: least + leastTokens,
    isDone: (text) => [...decoded(text)].length >= least,
    keep: (text) => text,
    isProse: true,
  })
}

function isClosed(text: string): boolean {
  return /(?<!\\)(?:\\\\)*"$/u.test(text)
}

function unclosed(text: string): string {
  return isClosed(text) ? text.slice(0, -1) : text
}

/** Text that ran out of tokens ends after its last whole sentence or word. */
function atWordEnd(text: string): string {
  const sentence = /^.*[.!?](?=\s)/su.exec(text)?.[0]
  if (sentence && sentence.length > text.length / 2) return sentence
  const end = text.lastIndexOf(' ')
  return end > text.length / 2 ? text.slice(0, end) : text
}

/** The text that a JSON string's inside stands for; half a character at its end is dropped. */
function decoded(raw: string): string {
  const whole = raw.replace(/\uFFFD+$/u, '').replace(/(?<!\\)((?:\\\\)*)\\$/u, '$1')
  return String(JSON.parse(`"${whole}"`))
}

function encoded(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

async function fillNumber(plan: PlanOf<'number'>, pen: Pen): Promise<number> {
  const text = await pen.generate({
    grammar: numberGrammar(plan),
    maxTokens: 24,
    isDone: (written) => /[,}\]]$/u.test(written),
    keep: (written) => written.replace(/[,}\]]$/u, '').replace(/[.-]$/u, ''),
  })
  const value = Math.min(plan.max, Math.max(plan.min, Number(text) || 0))
  const multiple = plan.multipleOf
  if (multiple === null) return value
  const nearest = Math.round(value / multiple) * multiple
  if (nearest > plan.max) return nearest - multiple
  return nearest < plan.min ? nearest + multiple : nearest
}

async function fillLiteral(plan: PlanOf<'literals'>, pen: Pen): Promise<Literal> {
  const [only] = plan.values
  const texts = new Map(plan.values.map((value) => [JSON.stringify(value), value]))
  if (plan.values.length === 1 && only !== undefined) {
    pen.force(JSON.stringify(only))
    return only
  }
  const longest = Math.max(...[...texts.keys()].map((text) => text.length))
  const text = await pen.generate({
    grammar: literalGrammar(plan.values),
    maxTokens: longest + 4,
    isDone: (written) => /[,}\]]$/u.test(written) && texts.has(written.slice(0, -1)),
    keep: (written) => written.slice(0, -1),
  })
  return texts.get(text) ?? only ?? null
}
