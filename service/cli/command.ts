import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Earshot } from 'earshot/client'
import { connect } from './connect.ts'
import type { Io } from './io.ts'
import { createOutput, type ListResult, type Output } from './output.ts'
import type { Columns } from './tables.ts'

/** What a command works with. */
export type Tools = { io: Io; out: Output; api: () => Promise<Earshot> }

/** Adds a command, or a group of them, to the program or to a group. */
export type Add = (io: Io, parent: Command) => Command

export type OptionSpec = Option | readonly [flags: string, about: string]

export type Spec<Options> = {
  /** Name and arguments, such as `show <id>`. */
  line: string
  about: string
  options?: readonly OptionSpec[]
  /** Command lines without `earshot`; by default one made from the arguments. */
  examples?: readonly string[]
  run: (tools: Tools, options: Options, ...args: string[]) => Promise<void>
}

/** Commands about one noun. */
export const group =
  (name: string, about: string, members: readonly Add[]): Add =>
  (io, program) => {
    const parent = program.command(name).description(about)
    for (const add of members) add(io, parent)
    return parent
  }

/** One command. `Options` are what its options, as listed, are parsed into. */
export const command =
  <Options extends object>({ line, about, options = [], examples, run }: Spec<Options>): Add =>
  (io, parent) => {
    const made = parent.command(line).description(about)
    for (const one of options) made.addOption(one instanceof Option ? one : new Option(...one))
    made.addHelpText('after', () =>
      ['\nExamples:', ...(examples ?? [exampleOf(made)]).map((one) => `  earshot ${one}`)].join(
        '\n',
      ),
    )
    return made.action(async (...all: unknown[]) => {
      // commander passes the arguments, then the options, then the command, as declared above.
      const args = all.slice(0, -2).flat() as string[]
      const isJson = made.optsWithGlobals<{ json?: boolean }>().json === true
      const tools = { io, out: createOutput(isJson, io), api: () => connect(io.env) }
      await run(tools, all.at(-2) as Options, ...args)
    })
  }

const placeholders: Readonly<Record<string, string>> = {
  action: 'act_…',
  analysis: 'ana_…',
  calendar: 'cal_…',
  delivery: 'dlv_…',
  event: 'evt_…',
  folder: 'wfl_…',
  id: 'whisper-small-q5_1',
  invitation: 'inv_…',
  key: 'key_…',
  member: 'mem_…',
  notice: 'ntc_…',
  project: 'Sales',
  prompt: 'prompt_…',
  recording: 'cont_…',
  segment: 'seg_…',
  server: 'msv_…',
  speaker: 'speaker_1',
  trial: 'trial_…',
  version: '1',
  voice: 'voice_…',
  webhook: 'wh_…',
}

function exampleOf(made: Command): string {
  const args = made.registeredArguments.filter(({ required }) => required)
  const values = args.map((one) => placeholders[one.name()] ?? one.name())
  const groupName = made.parent?.parent ? [made.parent.name()] : []
  const asks = made.options.some(({ long }) => long === '--yes') ? ['--yes'] : []
  return [...groupName, made.name(), ...values, ...asks].join(' ')
}

type PageQuery = { limit: number; cursor?: string }
type PageOptions = { limit: number; all?: boolean; cursor?: string }

export type ListSpec<Options, Item> = Omit<Spec<Options>, 'run'> & {
  columns: Columns<Item>
  load: (
    api: Earshot,
    query: PageQuery,
    options: Options,
    ...args: string[]
  ) => Promise<ListResult<Item>>
}

/** A command that lists: --limit, --all and --cursor; a table or `{data, pagination}`. */
export const listCommand = <Options extends object, Item>(spec: ListSpec<Options, Item>): Add => {
  const { load, columns, ...rest } = spec
  return command<Options & PageOptions>({
    ...rest,
    options: [
      ...(spec.options ?? []),
      new Option('--limit <number>', 'how many').argParser(toCount).default(20),
      ['--all', 'all there are'],
      ['--cursor <cursor>', 'go on where a page ended'],
    ],
    run: async ({ api, out }, options, ...args) => {
      const client = await api()
      const loadPage = (query: PageQuery) => load(client, query, options, ...args)
      out.list(await loadPages(loadPage, options), columns)
    },
  })
}

const largestPage = 100

async function loadPages<Item>(
  loadPage: (query: PageQuery) => Promise<ListResult<Item>>,
  { limit, all, cursor: from }: PageOptions,
): Promise<ListResult<Item>> {
  const data: Item[] = []
  const count = all ? Infinity : limit
  for (let cursor = from; ;) {
    const page = await loadPage({
      limit: Math.min(largestPage, count - data.length),
      ...(cursor !== undefined && { cursor }),
    })
    data.push(...page.data)
    const { pagination } = page
    if (pagination.next_cursor === null || data.length >= count) return { data, pagination }
    cursor = pagination.next_cursor
  }
}

/** A whole number above 0. */
export function toCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It takes a whole number above 0.')
}

/** For commands about one recording. */
export const inProject = [
  '--project <project>',
  'where it lies: id, slug or name; else all are searched',
] as const
export type InProject = { project?: string }
