import { Option } from 'commander'
import { findProject, type Earshot, type Operations } from 'earshot/client'
import { command, inProject, listCommand, toCount, type Add, type OptionSpec } from './command.ts'
import { findInBin, findRecording } from './connect.ts'
import { UsageError } from './errors.ts'
import { confirm } from './io.ts'
import type { ListResult } from './output.ts'
import { schemaOf, type OperationSchema } from './schema.ts'
import type { Columns } from './tables.ts'

type Name = keyof Operations
type DataOf<Op extends Name> =
  Awaited<ReturnType<Operations[Op]>> extends { data: infer Data } ? Data : never
type ItemOf<Op extends Name> = DataOf<Op> extends readonly (infer Item)[] ? Item : never

/** `field` is its name in the API, where that is not the option's own in snake_case. */
export type FieldOption = readonly [flags: string, about: string, field?: string]

type More<Op extends Name, Options> = {
  options?: readonly (FieldOption | Option)[]
  examples?: readonly string[]
  /** For a list. */
  columns?: Columns<ItemOf<Op>>
  /** What a person reads; without it the record, field by field. */
  lines?: (data: DataOf<Op>) => readonly string[]
  /** For a removal, which asks first: what will be gone. */
  removes?: (...args: string[]) => string
  /** Fields that are not simply arguments and options of their names. */
  fields?: (options: Options, ...args: string[]) => object | Promise<object>
  /** It takes something out of the bin, where nothing else finds it. */
  restores?: true
  /** For a change: what to say if none was given. */
  unchanged?: string
}
type Values = Record<string, unknown>
type Request = { path?: Values; query?: Values; body?: Values }
type Call = (request: Request) => Promise<{ data: object }>

export const sayWhatToChange = 'Say what to change; see --help.'

/**
 * The command of one operation of /v1, as its schema describes it. Arguments fill the path, a
 * recording or project by whatever names it; further arguments and the options fill query and body.
 * Lists have pages and a table; choices and numbers are those of the schema.
 */
export function operation<Op extends Name, Options extends object = object>(
  name: Op,
  line: string,
  about: string,
  more: More<Op, Options> = {},
): Add {
  const schema = schemaOf(name)
  const options = toOptions(schema, more.options ?? [])
  if (more.removes) options.push(['-y, --yes', 'do not ask'])
  const examples = more.examples && { examples: more.examples }
  const spec = { line, about, options, ...examples }
  const given: Given<Options> = { line, schema, ...more }
  // An operation takes a request and answers data; which ones is said by the types of its command.
  const call = (api: Earshot) => api[name] as unknown as Call
  const read = async (values: Options, args: string[]) => {
    const fields = await toFields(given, values, args)
    if (more.unchanged && Object.keys(fields).length === 0) throw new UsageError(more.unchanged)
    const { restores } = more
    return (api: Earshot) => toRequest(api, { schema, fields, values, args, restores })
  }
  if (schema.isList && more.columns) {
    return listCommand<Options, ItemOf<Op>>({
      ...spec,
      columns: more.columns,
      load: async (api, page, values, ...args) => {
        const request = await (await read(values, args))(api)
        const query = { ...page, ...request.query }
        return (await call(api)({ ...request, query })) as unknown as ListResult<ItemOf<Op>>
      },
    })
  }
  const made = command<Options & { yes?: boolean }>({
    ...spec,
    run: async ({ api, out, io }, values, ...args) => {
      const removed = more.removes?.(...args)
      if (removed && !values.yes) await confirm(io, `Remove ${removed}?`)
      const request = await read(values, args)
      const client = await api()
      const { data } = await call(client)(await request(client))
      if (removed) out.result(data, [`${removed} is gone`])
      else if (more.lines) out.result(data, more.lines(data as DataOf<Op>))
      else out.record(data)
    },
  })
  return withChoices(schema, made)
}

/** Arguments that take one of the schema's values take no other. */
const withChoices =
  ({ fields }: OperationSchema, add: Add): Add =>
  (io, parent) => {
    const made = add(io, parent)
    for (const one of made.registeredArguments) {
      const values = fields[one.name()]?.schema.enum
      if (values) one.choices(values)
    }
    return made
  }

type Given<Options> = Pick<More<Name, Options>, 'options' | 'fields' | 'restores'> & {
  line: string
  schema: OperationSchema
}

/** The options for commander: choices and numbers as the schema has them. */
function toOptions(
  { path, fields }: OperationSchema,
  given: readonly (FieldOption | Option)[],
): OptionSpec[] {
  const options = given.map((one) => {
    if (one instanceof Option) return one
    const [flags, about] = one
    const option = new Option(flags, about)
    const schema = fields[fieldOf(option, one)]?.schema
    if (schema?.enum) option.choices(schema.enum)
    if (schema?.type === 'integer') option.argParser(toCount)
    return option
  })
  return path.includes('contentId') ? [inProject, ...options] : options
}

const fieldOf = (option: Option, spec: FieldOption | Option): string =>
  (spec instanceof Option ? undefined : spec[2]) ?? toSnakeCase(option.attributeName())

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The fields of query and body that were given, by their names in the API. */
async function toFields<Options extends object>(
  { line, schema, options = [], fields }: Given<Options>,
  values: Options,
  args: string[],
): Promise<Values> {
  const names = [...line.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name)
  // Those that fill the path come first; a recording stands for its project, too.
  const count = schema.path.filter((name) => name !== 'contentId').length
  const fromArgs = names.slice(count).map((name, at) => [name, args[count + at]])
  const fromOptions = options.map((spec) => {
    const option = spec instanceof Option ? spec : new Option(spec[0])
    return [fieldOf(option, spec), Reflect.get(values, option.attributeName())]
  })
  const own = fields ? await fields(values, ...args) : {}
  const all = { ...Object.fromEntries([...fromArgs, ...fromOptions]), ...own }
  const known = Object.entries(all).filter(
    ([name, value]) => value !== undefined && schema.fields[name] !== undefined,
  )
  return Object.fromEntries(known)
}

type Filled = {
  schema: OperationSchema
  fields: Values
  values: object
  args: string[]
  restores: true | undefined
}

async function toRequest(
  api: Earshot,
  { schema, fields, values, args, restores }: Filled,
): Promise<Request> {
  const rest = [...args]
  const path: Values = restores ? await findInBin(api, rest[0] ?? '') : {}
  for (const name of schema.path) {
    if (path[name] === undefined)
      Object.assign(path, await find(api, name, { schema, values, rest }))
  }
  if (typeof fields['project_id'] === 'string') {
    fields['project_id'] = (await findProject(api, fields['project_id'])).id
  }
  const pick = (place: 'query' | 'body') =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => schema.fields[name]?.in === place))
  return { path, query: pick('query'), ...(schema.hasBody && { body: pick('body') }) }
}

/** One parameter of the path; a recording fills two. */
async function find(
  api: Earshot,
  name: string,
  {
    schema,
    values,
    rest,
  }: { schema: OperationSchema; values: { project?: string }; rest: string[] },
): Promise<Values> {
  const given = rest.shift() ?? ''
  if (schema.path.includes('contentId') && name === 'projectId') {
    return (await findRecording(api, given, values.project)).path
  }
  return { [name]: name === 'projectId' ? (await findProject(api, given)).id : given }
}
