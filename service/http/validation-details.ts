import type { FastifySchemaValidationError } from 'fastify'
import type { ErrorDetail } from '../core/errors.ts'

/** A rule of a schema that a request breaks, as Ajv reports it with `verbose`. */
type Problem = FastifySchemaValidationError & {
  /** The value that breaks it. */
  data?: unknown
  /** The schema that holds the rule. */
  parentSchema?: Record<string, unknown>
}

/** More help nobody; a body of 1 MB can break a million rules, each compared with the others. */
const mostProblems = 200

/**
 * One detail for each broken rule, of the first that are broken, in words for people. It never shows a regular expression: a
 * schema with a pattern says what it expects in `x-pattern-message` (FormattedText in shapes.ts).
 * @param context the part of the request, which stands for the field where the whole part is wrong
 */
export function toDetails(
  problems: readonly FastifySchemaValidationError[],
  context = 'body',
): ErrorDetail[] {
  return withoutRepeats(resolveUnions(problems.slice(0, mostProblems))).map((problem) =>
    toDetail(problem, context),
  )
}

function toDetail(problem: Problem, context: string): ErrorDetail {
  const { keyword, params } = problem
  const path = problem.instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params['missingProperty']))
  if (keyword === 'additionalProperties') path.push(String(params['additionalProperty']))
  return {
    field: path.join('.') || context,
    code: codes[keyword] ?? 'invalid',
    message: describe(problem),
  }
}

const codes: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknown_field',
}

/**
 * A value that fits no alternative of a union breaks rules of each of them. Those that count belong
 * to the alternative of the value's own type: an empty name that may be null is too short, and that
 * it is not null either says nothing.
 */
function resolveUnions(problems: readonly Problem[]): Problem[] {
  let left = [...problems]
  for (const union of problems.filter(({ keyword }) => keyword === 'anyOf')) {
    const inside = left.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/`))
    const isOfOtherType = ({ keyword, instancePath }: Problem) =>
      ['type', 'const'].includes(keyword) && instancePath === union.instancePath
    const ofSameType = inside.filter((problem) => !isOfOtherType(problem))
    const dropped = new Set(ofSameType.length > 0 ? [union, ...inside] : inside)
    for (const kept of ofSameType) dropped.delete(kept)
    left = left.filter((problem) => !dropped.has(problem))
  }
  return left
}

/** An empty text is also blank: its length says enough. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const short = new Set(
    problems.filter(({ keyword }) => keyword === 'minLength').map((one) => one.instancePath),
  )
  return problems.filter(
    ({ keyword, instancePath }) =>
      !short.has(instancePath) || !['pattern', 'format'].includes(keyword),
  )
}

function describe(problem: Problem): string {
  return wordings[problem.keyword]?.(problem) ?? 'is not valid'
}

const atLeast = ({ params }: Problem, unit: string): string =>
  params['limit'] === 1 ? 'must not be empty' : `must have at least ${limitOf(params, unit)}`

const limitOf = ({ limit }: Problem['params'], unit: string): string =>
  `${String(limit)} ${unit}${limit === 1 ? '' : 's'}`

const wordings: Record<string, (problem: Problem) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not known',
  minLength: (problem) => atLeast(problem, 'character'),
  maxLength: ({ params }) => `must have at most ${limitOf(params, 'character')}`,
  minItems: (problem) => atLeast(problem, 'item'),
  maxItems: ({ params }) => `must have at most ${limitOf(params, 'item')}`,
  uniqueItems: () => 'must not name the same item twice',
  minProperties: (problem) => atLeast(problem, 'field'),
  minimum: ({ params }) => `must be at least ${String(params['limit'])}`,
  maximum: ({ params }) => `must be at most ${String(params['limit'])}`,
  enum: ({ params }) => `must be one of ${list(params['allowedValues'])}`,
  const: ({ params }) => `must be ${list([params['allowedValue']])}`,
  type: ({ params }) => `must be ${nameTypes([params['type']].flat())}`,
  format: ({ params }) => `must be ${formats[String(params['format'])] ?? 'in another format'}`,
  pattern: ({ parentSchema }) =>
    String(parentSchema?.['x-pattern-message'] ?? 'is not in the expected format'),
  anyOf: ({ parentSchema }) => describeUnion(parentSchema),
}

const formats: Record<string, string> = {
  'date-time': 'an ISO 8601 time, such as 2026-11-21T09:30:00Z',
  date: 'an ISO 8601 date, such as 2026-11-21',
  email: 'an email address',
}

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const nameTypes = (types: readonly unknown[]): string =>
  [...new Set(types.map((type) => typeNames[String(type)] ?? String(type)))].join(' or ')

const list = (values: unknown): string =>
  [values]
    .flat()
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ')

/** What a union takes: its values where it lists them, else the types of its alternatives. */
function describeUnion(schema: Problem['parentSchema']): string {
  const alternatives = alternativesOf(schema)
  const values = alternatives.filter((one) => 'const' in one).map((one) => one['const'])
  if (values.length > 0 && values.length === alternatives.length) {
    return `must be one of ${list(values)}`
  }
  const types = alternatives.flatMap((one) =>
    one['type'] === undefined ? [] : [one['type']].flat(),
  )
  return types.length > 0 ? `must be ${nameTypes(types)}` : 'is not valid'
}

/** Unions within a union count as its own alternatives. */
function alternativesOf(schema: Problem['parentSchema']): Record<string, unknown>[] {
  const members: unknown = schema?.['anyOf']
  if (!Array.isArray(members)) return schema ? [schema] : []
  return members.flatMap(alternativesOf)
}
