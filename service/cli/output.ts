import pc from 'picocolors'
import type { Io } from './io.ts'
import { toLines, toTable, type Columns } from './tables.ts'

/** Called while work is in progress: the step, and how much of it is done (0 to 1). */
export type OnStep = (step: string, fraction: number) => void

/** Where a command writes: one JSON document with --json, else lines for a person. */
export type Output = {
  isJson: boolean
  colors: ReturnType<typeof pc.createColors>
  /** The result. `lines` is what a person reads instead of `value`. */
  result: (value: unknown, lines: readonly string[]) => void
  /** One record, field by field; `told` stands above it. */
  record: (value: object, told?: string) => void
  /** A page of a list, as a table. */
  list: <Item>(page: ListResult<Item>, columns: Columns<Item>) => void
  /** One of many documents, on a line of its own. */
  line: (value: unknown, text: string) => void
  /** A progress line on stderr, rewritten in place; silent unless a person watches. */
  step: (label: string) => OnStep
}
export type ListResult<Item> = {
  data: Item[]
  pagination: { has_more: boolean; next_cursor: string | null }
}

/** Colours for those who see them and did not ask to be spared (https://github.com/jcs/no_color). */
export const colorsOf = ({ env, stdout }: Pick<Io, 'env' | 'stdout'>) =>
  pc.createColors(
    !env['NO_COLOR'] &&
      (Boolean(env['FORCE_COLOR']) || (stdout.isTTY === true && env['TERM'] !== 'dumb')),
  )

export function createOutput(isJson: boolean, io: Io): Output {
  const { stdout, stderr } = io
  const isWatched = stderr.isTTY === true && !isJson
  const colors = colorsOf(io)
  let shown = ''
  const clear = () => {
    if (shown !== '') stderr.write(`\r${' '.repeat(shown.length)}\r`)
    shown = ''
  }
  const show = (text: string) => {
    if (!isWatched || text === shown) return
    stderr.write(`\r${text.padEnd(shown.length)}`)
    shown = text
  }
  const result = (value: unknown, lines: readonly string[]) => {
    clear()
    stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : `${lines.join('\n')}\n`)
  }
  return {
    isJson,
    colors,
    result,
    record: (value, told) => result(value, [...(told ? [told] : []), ...toLines(value, colors)]),
    list(page, columns) {
      const lines = page.data.length === 0 ? ['Nothing here'] : toTable(page.data, columns, colors)
      result(page, lines)
      if (!isJson && page.pagination.has_more) stderr.write('There is more: --limit or --all\n')
    },
    line(value, text) {
      clear()
      stdout.write(`${isJson ? JSON.stringify(value) : text}\n`)
    },
    step: (label) => (step, fraction) =>
      show(`${label}: ${step}${fraction > 0 ? ` ${Math.round(fraction * 100)} %` : ''}`),
  }
}
