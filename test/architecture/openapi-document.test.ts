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
        const { schema, examples } = resolve(given).content['application/json']
        const shapes: Any[] = (schema.anyOf ?? [schema]).map(resolve)
        const codes: string[] = shapes.map(
          ({ allOf }) => allOf[1].properties.error.properties.code.enum[0],
        )
        const isRight = codes.every((code) =>
          errorCatalogue.some((known) => known.code === code && known.status === Number(status)),
        )
        const isShown = codes.join() === Object.keys(examples).join()
        const isError = shapes.every(({ allOf }) => allOf[0].$ref === '#/components/schemas/Error')
        if (!isError || !isRight || !isShown) {
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
