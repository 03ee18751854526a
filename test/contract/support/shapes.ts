import { expect } from 'vitest'

/** Says what is wrong with a value, one line each; nothing where it is as it should be. */
export type Shape = (value: unknown, path?: string) => string[]

const wrong = (path: string, wanted: string, value: unknown) => [
  `${path || 'value'} is not ${wanted}: ${JSON.stringify(value)}`,
]

const when =
  (wanted: string, isRight: (value: unknown) => boolean): Shape =>
  (value, path = '') =>
    isRight(value) ? [] : wrong(path, wanted, value)

export const matching = (wanted: string, pattern: RegExp): Shape =>
  when(wanted, (value) => typeof value === 'string' && pattern.test(value))

export const text = when('a string', (value) => typeof value === 'string')
export const number = when('a number', (value) => Number.isFinite(value))
export const integer = when('an integer', (value) => Number.isInteger(value))
export const truth = when('a boolean', (value) => typeof value === 'boolean')
export const object = when(
  'an object',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
export const anything: Shape = () => []

// Spec: General conventions 6.
export const timestamp = matching(
  'an ISO 8601 UTC timestamp',
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
)
export const slug = matching('URL-safe', /^[a-z0-9]+(-[a-z0-9]+)*$/)
export const date = matching('a date', /^\d{4}-\d\d-\d\d$/)
export const id = (prefix: string) =>
  matching(`an id with prefix ${prefix}_`, new RegExp(`^${prefix}_[a-z0-9]+$`))
export const oneOf = (...values: readonly unknown[]) =>
  when(`one of ${values.join(', ')}`, (value) => values.includes(value))

export const orNull =
  (shape: Shape): Shape =>
  (value, path = '') =>
    value === null ? [] : shape(value, path)

export const list =
  (item: Shape): Shape =>
  (value, path = '') =>
    Array.isArray(value)
      ? value.flatMap((entry, index) => item(entry, `${path}[${index}]`))
      : wrong(path, 'an array', value)

/** Every field there, of the right kind, and no other. */
export const record =
  (fields: Record<string, Shape>): Shape =>
  (value, path = '') => {
    if (object(value, path).length > 0) return wrong(path, 'an object', value)
    const found = value as Record<string, unknown> // it is an object
    const at = (name: string) => (path ? `${path}.${name}` : name)
    const unknown = Object.keys(found).filter((name) => !(name in fields))
    return [
      ...unknown.map((name) => `${at(name)} is not in the specification`),
      ...Object.entries(fields).flatMap(([name, shape]) =>
        name in found ? shape(found[name], at(name)) : [`${at(name)} is missing`],
      ),
    ]
  }

export function expectShape(value: unknown, shape: Shape): void {
  expect(shape(value)).toEqual([])
}
