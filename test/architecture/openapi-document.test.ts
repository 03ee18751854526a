import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue } from '../../service/core/errors.ts'
import { describeService } from '../../service/describe.ts'
import { eventNames } from '../../service/features/events/events.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the tests walk through any part of it
type Any = any
let document: Any
let operations: { name: string; operation: Any }[]

beforeAll(async () => {
  document = await describeService()
  operations = Object.entries<Any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
})

const resolve = (node: Any): Any =>
  node?.$ref
    ? node.$ref
        .split('/')
        .slice(1)
        .reduce((at: Any, part: string) => at?.[part], document)
    : node

/** Every object in the document, with its place. */
function walk(visit: (node: Any, place: string) => void, node: Any, place = '#'): void {
  if (typeof node !== 'object' || node === null) return
  visit(node, place)
  for (const [key, value] of Object.entries(node)) walk(visit, value, `${place}/${key}`)
}

describe('every operation', () => {
  test('has a name of its own, a summary and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids).toEqual([...new Set(ids)])
    const tags = document.tags.map(({ name }: Any) => name)
    const bare = operations.filter(
      ({ operation }) => !operation.summary || !tags.includes(operation.tags?.[0]),
    )
    expect(bare.map(({ name }) => name)).toEqual([])
  })

  test('lists its errors with code, meaning and example, each at the status of the catalogue', () => {
    const wrong: string[] = []
    for (const { name, operation } of operations) {
      for (const [status, given] of Object.entries<Any>(operation.responses)) {
        if (Number(status) < 400) continue
        const { description, content } = resolve(given)
        const { schema, examples } = content['application/json']
        const codes = Object.keys(examples)
        const isRight = codes.every((code) =>
          errorCatalogue.some((known) => known.code === code && known.status === Number(status)),
        )
        const isTold = codes.every((code) => description.includes(`\`${code}\`: `))
        const isError = schema.$ref === '#/components/schemas/ErrorResponse'
        if (!given.$ref || codes.length === 0 || !isError || !isRight || !isTold) {
          wrong.push(`${name} ${status}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('may be answered with what every operation may', () => {
    const always = ['400', '403', '500', '503']
    const withKey = [...always, '401', '429']
    const missing = operations.flatMap(({ name, operation }) => {
      const statuses = Object.keys(operation.responses)
      const expected = operation.security?.length === 0 ? always : withKey
      return expected.filter((status) => !statuses.includes(status)).map((one) => `${name} ${one}`)
    })
    expect(missing).toEqual([])
  })
})

describe('what generators of clients need', () => {
  test('each parameter says what it is and which values it has', () => {
    const bare = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? [])
        .map(resolve)
        .filter(({ description, schema }: Any) => !description || !isBounded(resolve(schema)))
        .map((parameter: Any) => `${name}: ${parameter.name}`),
    )
    expect(bare).toEqual([])
  })

  test('each body has a shape, and one that is neither JSON nor a form is named as bytes or text', () => {
    const shapeless: string[] = []
    walk((node, place) => {
      for (const [type, media] of Object.entries<Any>(node.content ?? {})) {
        const hasFields = ['application/json', 'multipart/form-data'].includes(type)
        if (!media.schema || (!hasFields && media.schema.type !== 'string')) {
          shapeless.push(`${place} ${type}`)
        }
      }
    }, document.paths)
    expect(shapeless).toEqual([])
  })

  test('no field is named as the class that holds it, which several languages do not allow', () => {
    const clashes = Object.entries<Any>(document.components.schemas).flatMap(([name, shape]) =>
      Object.keys(shape.properties ?? {})
        .filter((field) => field.replaceAll('_', '').toLowerCase() === name.toLowerCase())
        .map((field) => `${name}.${field}`),
    )
    expect(clashes).toEqual([])
  })

  test('nothing is named as a constructor of Go, and no flag has one value only, which Java cannot write', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => names.some((other) => name === `New${other}`))).toEqual([])
    const fixed: string[] = []
    walk((node, place) => {
      if (node.type === 'boolean' && 'const' in node) fixed.push(place)
    }, document)
    expect(fixed).toEqual([])
  })

  test('each field that is a time or a day says so', () => {
    const plain: string[] = []
    walk((node, place) => {
      for (const [field, shape] of Object.entries<Any>(node.properties ?? {})) {
        if (!/_at$|_on$|^timestamp$/.test(field)) continue
        const shapes: Any[] = (shape.anyOf ?? [shape]).map(resolve)
        const texts = shapes.filter(({ type, enum: values }) => type === 'string' && !values)
        if (texts.some(({ format }) => !format)) plain.push(`${place}.${field}`)
      }
    }, document)
    expect(plain).toEqual([])
  })
})

/** Numbers, flags and lists of such have values that their type tells; a text could be anything. */
const isBounded = ({ type, items, ...text }: Any): boolean =>
  type === 'array'
    ? isBounded(resolve(items))
    : type !== 'string' || ['enum', 'format', 'pattern', 'maxLength'].some((bound) => bound in text)

describe('examples', () => {
  test('each JSON body has one, which is complete and valid', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi')
    const wrong: string[] = []
    const visit = (node: Any, place: string) => {
      const media = node['application/json']
      if (!media?.schema) return
      const values = media.examples
        ? Object.values<Any>(media.examples).map((example) => resolve(example).value)
        : [media.example]
      const validate = compile(ajv, media.schema)
      for (const value of values) {
        const hole = findHole(value)
        if (hole) wrong.push(`${place}: ${hole} has no example`)
        else if (!validate(value)) wrong.push(`${place}: ${ajv.errorsText(validate.errors)}`)
      }
    }
    walk(visit, document)
    expect(wrong).toEqual([])
  })
})

/** The shape, with its references made to lead into the document as a whole. */
function compile(ajv: Ajv2020, shape: Any) {
  const text = JSON.stringify(shape).replaceAll('"$ref":"#', '"$ref":"openapi#')
  return ajv.compile(JSON.parse(text))
}

/** The path of a part without a value, or null. */
function findHole(value: Any, path = 'body'): string | null {
  if (value === undefined) return path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, member] of Object.entries(value)) {
    const hole = findHole(member, `${path}.${key}`)
    if (hole) return hole
  }
  return null
}

test('every reference leads somewhere, and every named shape is used', () => {
  const used = new Set<string>()
  const broken: string[] = []
  const visit = (node: Any, place: string) => {
    if (typeof node.$ref !== 'string') return
    used.add(node.$ref)
    if (resolve(node) === undefined) broken.push(place)
  }
  walk(visit, document)
  expect(broken).toEqual([])
  const named = Object.entries<Any>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    )
  expect(named.filter((name) => !used.has(name))).toEqual([])
})

test('the webhooks section shows every event in its envelope', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventNames])
  for (const [name, { post }] of Object.entries<Any>(document.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json']
    expect(resolve(schema).required).toEqual(
      expect.arrayContaining(['id', 'event', 'api_version', 'created_at', 'organization_id']),
    )
    expect(example.event).toBe(name)
    expect(post.parameters.map((parameter: Any) => parameter.name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
  }
})

test('the guide names every error code', () => {
  const missing = errorCatalogue.filter(
    ({ code }) => !document.info.description.includes(`\`${code}\``),
  )
  expect(missing).toEqual([])
})
