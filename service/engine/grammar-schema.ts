/**
 * Turns a checked schema into a plan, and a plan's leaves into grammars. Grammars never contain
 * bounds: node-llama-cpp's own translation multiplies bounds until one token takes minutes, turns
 * unknown keywords into null and ignores `required`. We write the structure; the model writes the
 * leaves, each under a grammar of a few rules and a token budget.
 */
import type { JsonSchema } from './engine.ts'
import type { Literal, Plan, StringFormat } from './schema-plan.ts'
import { isObject, literalsOf, rangeOf, typesOf } from './schema-shape.ts'
import type { SchemaObject } from './schema-shape.ts'

/** Integer ranges up to this size become a list of literals: 1–5 stars, 0–100 per cent. */
const listedRange = 101

/** Builds the plan for a schema that `checkSchema` accepted. */
export function planFor(schema: JsonSchema): Plan {
  const defs = isObject(schema['$defs']) ? schema['$defs'] : {}
  return toPlan(schema, defs)
}

function toPlan(schema: SchemaObject, defs: SchemaObject): Plan {
  const hint = [schema['title'], schema['description']].filter(isText).join('. ')
  if (isText(schema['$ref'])) {
    const target = defs[schema['$ref'].slice('#/$defs/'.length)]
    const plan = toPlan(isObject(target) ? target : {}, defs)
    return { ...plan, hint: hint || plan.hint }
  }
  const alternatives = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(alternatives)) {
    return choice(
      alternatives.filter(isObject).map((option) => toPlan(option, defs)),
      hint,
    )
  }
  const literals = literalsOf(schema)
  // checkSchema rejects literals that are not scalars.
  if (literals) return { kind: 'literals', hint, values: literals as Literal[] }
  return choice(
    typesOf(schema).map((type) => planOfType(type, schema, { defs, hint })),
    hint,
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Combines alternatives: merges sets of literals, unwraps single choices. */
function choice(options: Plan[], hint: string): Plan {
  const literals = options.flatMap((option) => (option.kind === 'literals' ? option.values : []))
  const rest = options.filter((option) => option.kind !== 'literals')
  const merged: Plan[] = [...rest]
  if (literals.length > 0) merged.push({ kind: 'literals', hint, values: [...new Set(literals)] })
  const [only] = merged
  return merged.length === 1 && only
    ? { ...only, hint: hint || only.hint }
    : { kind: 'choice', hint, options: merged }
}

function planOfType(
  type: string,
  schema: SchemaObject,
  { defs, hint }: { defs: SchemaObject; hint: string },
): Plan {
  if (type === 'null') return { kind: 'literals', hint, values: [null] }
  if (type === 'boolean') return { kind: 'literals', hint, values: [true, false] }
  if (type === 'number' || type === 'integer') return numberPlan(schema, type === 'integer', hint)
  if (type === 'array') {
    const items = isObject(schema['items']) ? schema['items'] : {}
    return {
      kind: 'array',
      hint,
      items: toPlan(items, defs),
      min: Number(schema['minItems'] ?? 0),
      max: schema['maxItems'] === undefined ? null : Number(schema['maxItems']),
      unique: schema['uniqueItems'] === true,
    }
  }
  if (type === 'object') {
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const entries = Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).map(
      ([name, child]) => ({
        name,
        required: required.includes(name),
        plan: toPlan(isObject(child) ? child : {}, defs),
      }),
    )
    return { kind: 'object', hint, entries }
  }
  return {
    kind: 'string',
    hint,
    min: Number(schema['minLength'] ?? 0),
    max: schema['maxLength'] === undefined ? null : Number(schema['maxLength']),
    // checkSchema accepts exactly these formats.
    format: isText(schema['format']) ? (schema['format'] as StringFormat) : null,
  }
}

function numberPlan(schema: SchemaObject, integer: boolean, hint: string): Plan {
  const { min, max } = rangeOf(schema, integer)
  const multipleOf = schema['multipleOf'] === undefined ? null : Number(schema['multipleOf'])
  if (integer && multipleOf === null && max - min < listedRange) {
    const values = Array.from({ length: max - min + 1 }, (_, index) => min + index)
    return { kind: 'literals', hint, values }
  }
  return { kind: 'number', hint, integer, min, max, multipleOf }
}

const textCharacter = String.raw`([^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt])`

/**
 * Text up to and including its closing quote. `\u` is excluded: it could produce half of a
 * surrogate pair.
 */
export const textGrammar = String.raw`root ::= ${textCharacter}* "\""`

/** Text without a closing quote: for a minimum length. */
export const openTextGrammar = `root ::= ${textCharacter}+`

const digit = '[0-9]'
const monthRule = '("0" [1-9] | "1" [0-2])'
const dayRule = `("0" [1-9] | [12] ${digit} | "30" | "31")`
const dateRule = `("19" | "20") ${digit} ${digit} "-" ${monthRule} "-" ${dayRule}`
const timeRule = String.raw`([01] ${digit} | "2" [0-3]) ":" [0-5] ${digit} ":" [0-5] ${digit} "Z"`
const labelRule = '[a-zA-Z0-9] ("-"* [a-zA-Z0-9])*'
const nameRule = '[a-zA-Z0-9_-]+'

const formatRules: Readonly<Record<StringFormat, string>> = {
  date: dateRule,
  time: timeRule,
  'date-time': `${dateRule} "T" ${timeRule}`,
  email: `${nameRule} ("." ${nameRule})* "@" ${labelRule} ("." ${labelRule})+`,
  uri: `"http" "s"? "://" ${labelRule} ("." ${labelRule})+ ("/" [a-zA-Z0-9._~-]*)*`,
}

/** A formatted string up to and including its closing quote. */
export function formatGrammar(format: StringFormat): string {
  return String.raw`root ::= ${formatRules[format]} "\""`
}

/** A number and the next character, which shows that it is complete. */
export function numberGrammar(plan: { integer: boolean; min: number }): string {
  const sign = plan.min < 0 ? '"-"? ' : ''
  const fraction = plan.integer ? '' : ` ("." ${digit}{1,6})?`
  return `root ::= ${sign}("0" | [1-9] ${digit}{0,11})${fraction} [,}\\]]`
}

/** One of these JSON texts and the next character. */
export function literalGrammar(values: readonly Literal[]): string {
  const texts = values.map((value) => grammarText(JSON.stringify(value)))
  return `root ::= (${texts.join(' | ')}) [,}\\]]`
}

/** One of these characters: lets the model choose how to continue. */
export function characterGrammar(characters: readonly string[]): string {
  return `root ::= ${characters.map(grammarText).join(' | ')}`
}

function grammarText(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`
}
