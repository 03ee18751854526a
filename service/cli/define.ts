import { Command, InvalidArgumentError, Option } from 'commander'
import type { Earshot } from 'earshot/client'
import { confirm } from './confirm.ts'
import { connect } from './connect.ts'
import type { Io } from './io.ts'
import { createOutput, type ListResult, type Output } from './output.ts'
import type { Column } from './tables.ts'

/** What a command works with. */
export type Tools = { io: Io; out: Output; api: () => Promise<Earshot> }

export type OptionSpec = Option | readonly [flags: string, about: string]

export type Spec<Options> = {
  /** Name and arguments, such as `show <id>`. */
  name: string
  about: string
  options?: readonly OptionSpec[]
  /** Command lines without the `earshot` in front. */
  examples: readonly string[]
  run: (tools: Tools, options: Options, ...args: string[]) => Promise<void>
}
export type Query = { limit: number; cursor?: string }
export type ListSpec<Options, Item> = Omit<Spec<Options>, 'run'> & {
  columns: readonly Column<Item>[]
  load: (
    api: Earshot,
    query: Query,
    options: Options,
    ...args: string[]
  ) => Promise<ListResult<Item>>
}
export type RemoveSpec = Omit<Spec<object>, 'run' | 'options'> & {
  options?: readonly OptionSpec[]
  /** What will be gone, for the question. */
  what: (...args: string[]) => string
  remove: (api: Earshot, options: RemoveOptions, ...args: string[]) => Promise<object>
}
type RemoveOptions = { yes?: boolean; project?: string }

/** A group of commands about one noun. */
export const noun = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about)

/** Adds a command. `io` is that of the program it belongs to. */
export function define<Options extends object>(io: Io, parent: Command, spec: Spec<Options>): void {
  const command = parent.command(spec.name).description(spec.about)
  for (const option of spec.options ?? []) {
    command.addOption(option instanceof Option ? option : new Option(...option))
  }
  command.addHelpText('after', `\n${examplesText(spec.examples)}`)
  command.action(async (...all: unknown[]) => {
    // commander gives the arguments, then the options, then the command; define() declared them.
    const args = all.slice(0, -2).flat() as string[]
    const options = all.at(-2) as Options
    const isJson = command.optsWithGlobals<{ json?: boolean }>().json === true
    const out = createOutput(isJson, io)
    await spec.run({ io, out, api: () => connect(io.env) }, options, ...args)
  })
}

const examplesText = (examples: readonly string[]): string =>
  ['Examples:', ...examples.map((line) => `  earshot ${line}`)].join('\n')

type PageOptions = { limit: number; all?: boolean; cursor?: string }

/** Adds a command that lists: --limit, --all and --cursor, a table or `{data, pagination}`. */
export function defineList<Options extends object, Item>(
  io: Io,
  parent: Command,
  spec: ListSpec<Options, Item>,
): void {
  const { load, columns, ...rest } = spec
  define<Options & PageOptions>(io, parent, {
    ...rest,
    options: [
      ...(spec.options ?? []),
      new Option('--limit <number>', 'how many').argParser(toCount).default(20),
      ['--all', 'all there are'],
      ['--cursor <cursor>', 'go on where a page ended'],
    ],
    run: async ({ api, out }, options, ...args) => {
      const client = await api()
      const fetchPage = (query: Query) => load(client, query, options, ...args)
      out.list(await collect(fetchPage, options), columns)
    },
  })
}

const largestPage = 100

async function collect<Item>(
  fetchPage: (query: Query) => Promise<ListResult<Item>>,
  { limit, all, cursor: from }: PageOptions,
): Promise<ListResult<Item>> {
  const data: Item[] = []
  const wanted = all ? Infinity : limit
  for (let cursor = from; ;) {
    const page = await fetchPage({
      limit: Math.min(largestPage, wanted - data.length),
      ...(cursor !== undefined && { cursor }),
    })
    data.push(...page.data)
    const { pagination } = page
    if (pagination.next_cursor === null || data.length >= wanted) return { data, pagination }
    cursor = pagination.next_cursor
  }
}

/** Adds a command that removes something: it asks first, unless --yes. */
export function defineRemove(io: Io, parent: Command, spec: RemoveSpec): void {
  const { what, remove, ...rest } = spec
  define<RemoveOptions>(io, parent, {
    ...rest,
    options: [...(spec.options ?? []), ['-y, --yes', 'do not ask']],
    run: async ({ api, out, io: own }, options, ...args) => {
      if (!options.yes) await confirm(own, `Remove ${what(...args)}?`)
      const gone = await remove(await api(), options, ...args)
      out.result(gone, [`${what(...args)} is gone`])
    },
  })
}

/** A whole number above 0. */
export function toCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It takes a whole number above 0.')
}

export const choice = (flags: string, about: string, values: readonly string[]): Option =>
  new Option(flags, about).choices(values)

/** For lists of work that is queued, done, and ends. */
const states = ['queued', 'processing', 'completed', 'failed', 'open']
export const inState = choice('--status <status>', 'only those in this state', states)
