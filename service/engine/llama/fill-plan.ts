/**
 * Fills a plan: we write the structure, the model writes the leaves. Strings and lists are bounded
 * here by counting instead of in the grammar, where bounds multiply.
 */
import { isOfFormat } from '../check-result.ts'
import { cutText } from '../cut-text.ts'
import {
  formatGrammar,
  literalGrammar,
  numberGrammar,
  openTextGrammar,
  textGrammar,
} from '../grammar-schema.ts'
import type { Literal, Plan, PlanOf, StringFormat } from '../schema-plan.ts'
import type { GrammarSampler } from './grammar-sampler.ts'
import { otherValue, padded, plainValue } from '../writing/plain-value.ts'

/** Maximum items of a list whose schema sets no upper bound. */
const usualItems = 8

/** Tokens for a text of its own, and for one in a list. */
const usualTokens = 200
const listedTokens = 64
const leastTokens = 12

/** With fewer tokens, nothing worth reading can be written. */
const leastRoom = 56

/**
 * Writes the value of a plan. If the model runs out of room, fills in the rest that the schema
 * requires with plain values, so that the result always conforms.
 */
export async function fillPlan(
  plan: Plan,
  sampler: GrammarSampler,
  isListed = false,
): Promise<unknown> {
  if (sampler.limit() < leastRoom) {
    const value = plainValue(plan)
    sampler.force(JSON.stringify(value))
    return value
  }
  switch (plan.kind) {
    case 'object':
      return fillObject(plan, sampler, isListed)
    case 'array':
      return fillArray(plan, sampler)
    case 'string':
      return plan.format
        ? fillFormat(plan.format, sampler, plan)
        : fillString(plan, sampler, isListed)
    case 'number':
      return fillNumber(plan, sampler)
    case 'literals':
      return fillLiteral(plan, sampler)
    case 'choice': {
      const picked = await sampler.pick([...new Set(plan.options.flatMap(openersOf))])
      const option = plan.options.find((one) => openersOf(one).includes(picked)) ?? plan.options[0]
      if (option?.kind === 'string' && option.format)
        return fillFormat(option.format, sampler, plan)
      return option ? fillPlan(option, sampler, isListed) : null
    }
  }
}

async function fillObject(
  plan: PlanOf<'object'>,
  sampler: GrammarSampler,
  isListed: boolean,
): Promise<unknown> {
  const entries: [string, unknown][] = []
  sampler.force('{')
  for (const { name, plan: child } of plan.entries) {
    sampler.force(`${entries.length > 0 ? ', ' : ''}${JSON.stringify(name)}: `)
    entries.push([name, await fillPlan(child, sampler, isListed)])
  }
  sampler.force('}')
  return Object.fromEntries(entries)
}

async function fillArray(plan: PlanOf<'array'>, sampler: GrammarSampler): Promise<unknown> {
  const items: unknown[] = []
  const seen = new Set<string>()
  const most = plan.max ?? Math.max(usualItems, plan.min)
  sampler.force('[')
  while (items.length < most && (await goesOn(plan, items.length, sampler))) {
    if (items.length > 0) sampler.force(', ')
    let item = await fillPlan(plan.items, sampler, true)
    const isRepeated = seen.has(keyOf(item)) && (plan.unique || plan.items.kind !== 'literals')
    // A model that repeats itself has nothing to add.
    if (isRepeated && items.length >= plan.min) break
    if (isRepeated && plan.unique) item = otherValue(plan.items, (one) => seen.has(keyOf(one)))
    seen.add(keyOf(item))
    items.push(item)
  }
  sampler.force(']')
  return items
}

function keyOf(value: unknown): string {
  return JSON.stringify(value).toLowerCase()
}

async function goesOn(
  plan: PlanOf<'array'>,
  count: number,
  sampler: GrammarSampler,
): Promise<boolean> {
  if (count < plan.min) return true
  if (sampler.left() < leastTokens) return false
  const more = count === 0 ? openersOf(plan.items) : [',']
  return (await sampler.pick([...more, ']'])) !== ']'
}

/** The characters with which a value of the plan can start. */
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

async function fillString(
  plan: PlanOf<'string'>,
  sampler: GrammarSampler,
  isListed: boolean,
): Promise<string> {
  sampler.force('"')
  const text = await prose(plan, sampler, isListed)
  sampler.force('"')
  return decoded(text)
}

/**
 * Writes a formatted text. Texts that pass the grammar but not the format, such as 30 February or a
 * truncated address, are replaced by the plain value of `whole`: null if allowed.
 */
async function fillFormat(
  format: StringFormat,
  sampler: GrammarSampler,
  whole: Plan,
): Promise<unknown> {
  sampler.force('"')
  const text = await sampler.generate({
    grammar: formatGrammar(format),
    maxTokens: 48,
    isDone: isClosed,
    keep: unclosed,
  })
  sampler.force('"')
  const value = decoded(text)
  return isOfFormat(format, value) ? value : plainValue(whole)
}

async function prose(
  plan: PlanOf<'string'>,
  sampler: GrammarSampler,
  isListed: boolean,
): Promise<string> {
  const limit = plan.max ?? Infinity
  const wanted = limit === Infinity ? (isListed ? listedTokens : usualTokens) : limit / 3 + 8
  // At most half of the rest, so that no text starves those after it.
  const maxTokens = Math.max(leastTokens, Math.floor(Math.min(wanted, sampler.left() / 2)))
  const isLong = (text: string) => [...decoded(unclosed(text))].length > limit
  const start = plan.min === 0 ? '' : await atLeast(plan.min, sampler)
  if ([...decoded(start)].length >= limit) return encoded(cutLonger(decoded(start), plan, limit))
  const rest = await sampler.generate({
    grammar: textGrammar,
    maxTokens,
    isDone: (text) => isClosed(text) || isLong(start + text),
    keep: (text) => (isClosed(text) ? unclosed(text) : atWordEnd(text)),
    isProse: true,
  })
  const whole = start + rest
  return isLong(whole) ? encoded(cutLonger(decoded(whole), plan, limit)) : whole
}

/** Cuts at a word boundary if enough text remains. */
function cutLonger(text: string, { min }: PlanOf<'string'>, limit: number): string {
  const cut = cutText(text, limit)
  return [...cut].length >= min ? cut : [...text].slice(0, limit).join('')
}

/** Writes a text of at least `least` characters. */
async function atLeast(least: number, sampler: GrammarSampler): Promise<string> {
  const isEnough = (text: string) => [...decoded(text)].length >= least
  const text = await sampler.generate({
    grammar: openTextGrammar,
    // A character takes two or three tokens if the tokenizer does not cover its script.
    maxTokens: Math.min(3 * least + leastTokens, Math.max(leastTokens, sampler.limit() / 2)),
    isDone: isEnough,
    keep: (written) => written,
    isProse: true,
  })
  return isEnough(text) ? text : encoded(padded(decoded(text), least))
}

function isClosed(text: string): boolean {
  return /(?<!\\)(?:\\\\)*"$/u.test(text)
}

function unclosed(text: string): string {
  return isClosed(text) ? text.slice(0, -1) : text
}

/** Ends a text that ran out of tokens after its last complete sentence or word. */
function atWordEnd(text: string): string {
  const sentence = /^.*[.!?](?=\s)/su.exec(text)?.[0]
  if (sentence && sentence.length > text.length / 2) return sentence
  const end = text.lastIndexOf(' ')
  return end > text.length / 2 ? text.slice(0, end) : text
}

/** Decodes the content of a JSON string; drops half a surrogate pair at its end. */
function decoded(raw: string): string {
  const whole = raw.replace(/\uFFFD+$/u, '').replace(/(?<!\\)((?:\\\\)*)\\$/u, '$1')
  return String(JSON.parse(`"${whole}"`))
}

function encoded(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

async function fillNumber(plan: PlanOf<'number'>, sampler: GrammarSampler): Promise<number> {
  const text = await sampler.generate({
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

async function fillLiteral(plan: PlanOf<'literals'>, sampler: GrammarSampler): Promise<Literal> {
  const [only] = plan.values
  const texts = new Map(plan.values.map((value) => [JSON.stringify(value), value]))
  if (plan.values.length === 1 && only !== undefined) {
    sampler.force(JSON.stringify(only))
    return only
  }
  const open = (written: string) => [...texts.keys()].filter((text) => text.startsWith(written))
  const isEnded = (written: string) => texts.has(written.slice(0, -1)) && /[,}\]]$/u.test(written)
  const written = await sampler.generate({
    grammar: literalGrammar(plan.values),
    maxTokens: Math.max(...[...texts.keys()].map((text) => text.length)) + 4,
    // Stop once only one literal can match: the model need not write the rest.
    isDone: (text) => isEnded(text) || open(text).length <= 1,
    keep: (text) => (isEnded(text) ? text.slice(0, -1) : text),
  })
  const [chosen = JSON.stringify(only ?? null)] = texts.has(written) ? [written] : open(written)
  sampler.force(chosen.slice(written.length))
  return texts.get(chosen) ?? null
}
