import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** What a test was answered, as far as the document speaks of it. */
export type Exchange = {
  method: string
  /** Path with or without the query. */
  path: string
  status: number
  contentType: string | null
  text: string
}
export type AnswerCheck = (exchange: Exchange) => void

type Schema = Record<string, unknown>
type Media = { schema?: Schema; examples?: Record<string, unknown> }
type Answer = { content?: Record<string, Media>; $ref?: string }
type Operation = { responses: Record<string, Answer> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/**
 * Holds every answer of /v1 against the OpenAPI document: its status, its content type and its body,
 * which may hold no field that the document does not name, and an error no code without an example.
 * Addresses and methods that the document
 * does not know must be refused as such.
 */
export function createAnswerCheck(given: object): AnswerCheck {
  const document = close(given) as Document // an OpenAPI document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  // OpenAPI: a concrete path is meant before one with a parameter in its place.
  const patterns = Object.keys(document.paths)
    .toSorted((left, right) => left.split('{').length - right.split('{').length)
    .map((path) => ({ path, pattern: toPattern(path) }))

  return ({ method, path, status, contentType, text }) => {
    const address = path.split('?')[0] ?? ''
    if (!address.startsWith('/v1/') || address === '/v1/openapi.json') return
    const found = patterns.find(({ pattern }) => pattern.test(address))
    const operation = found && document.paths[found.path]?.[toMethod(method)]
    const what = `${method} ${path} answered ${status}`
    if (!found || !operation) {
      // What a browser asks before it calls is no operation.
      if (method === 'OPTIONS' && status === 204) return
      if (![401, 403, 404, 405].includes(status)) throw new Error(`${what}, undocumented: ${text}`)
      return
    }
    const at = pointer('paths', found.path, toMethod(method), 'responses', String(status))
    const answer = operation.responses[status]
    if (!answer) throw new Error(`${what}, a status the document does not list: ${text}`)
    const [place, { content }] = resolve(document, at, answer)
    const media = Object.keys(content ?? {}).find((name) => isMedia(name, contentType))
    if (method === 'HEAD' || (!content && text === '')) return
    if (!media) throw new Error(`${what} as ${contentType}, which the document does not list`)
    if (!content?.[media]?.schema || !media.endsWith('json')) return
    const answered: unknown = JSON.parse(text)
    if (status >= 400 && !Object.hasOwn(content[media].examples ?? {}, codeOf(answered))) {
      throw new Error(`${what} with a code that the document does not list: ${text}`)
    }
    const target = `openapi#${place}${pointer('content', media, 'schema')}`
    const validate = compiled.get(target) ?? ajv.compile({ $ref: target })
    compiled.set(target, validate)
    if (!validate(answered)) {
      const problems = validate.errors?.map(
        ({ instancePath, message, params }) =>
          `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      )
      throw new Error(`${what}, unlike the document:\n${problems?.join('\n')}\n${text}`)
    }
  }
}

const codeOf = (answered: unknown): string =>
  String((answered as { error?: { code?: string } }).error?.code) // held against the shape below

// The document tells of GET what holds for HEAD.
const toMethod = (method: string) => (method === 'HEAD' ? 'get' : method.toLowerCase())

const toPattern = (path: string) => {
  const source = path.replaceAll(/[.$()]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

const pointer = (...names: string[]) =>
  names
    .map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

function resolve(document: Document, at: string, answer: Answer): [string, Answer] {
  if (!answer.$ref) return [at, answer]
  const name = answer.$ref.split('/').at(-1) ?? ''
  const target = document.components['responses']?.[name] as Answer | undefined // so it is called
  if (!target) throw new Error(`The document refers to ${answer.$ref}, which is not there`)
  return [pointer('components', 'responses', name), target]
}

function isMedia(name: string, contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim() ?? ''
  return name.endsWith('/*') ? type.startsWith(name.slice(0, -1)) : type === name
}

/** The document with every object shape closed, so that a field it does not name is found. */
function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close)
  if (typeof node !== 'object' || node === null) return node
  const shape = node as Schema // any object of the document
  const entries = Object.entries(shape).map(([key, value]) =>
    key === 'example' || key === 'examples' ? [key, value] : [key, close(value)],
  )
  const isOpen = shape['type'] === 'object' && typeof shape['properties'] === 'object'
  const closing = isOpen && !('additionalProperties' in shape) && { additionalProperties: false }
  return { ...Object.fromEntries(entries), ...closing }
}
