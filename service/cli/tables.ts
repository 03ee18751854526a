import type pc from 'picocolors'

type Colors = ReturnType<typeof pc.createColors>

/** What stands under each heading: a field, or what a function makes of the item. */
export type Columns<Item> = Readonly<Record<string, keyof Item | ((item: Item) => unknown)>>

/** Rows under headings, each column as wide as its widest cell. */
export function toTable<Item>(
  items: readonly Item[],
  columns: Columns<Item>,
  { bold }: Colors,
): string[] {
  const cells = Object.values(columns)
  const rows = items.map((item) =>
    cells.map((cell) => toText(typeof cell === 'function' ? cell(item) : item[cell])),
  )
  const heads = Object.keys(columns)
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const join = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [bold(join(heads)), ...rows.map(join)]
}

/** The fields of a record, one on each line; what lies deeper is named by its path. */
export function toLines(record: object, { dim }: Colors): string[] {
  const fields = flatten(record)
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${dim(name.padEnd(width))}  ${value}`)
}

function flatten(record: object, prefix = ''): [string, string][] {
  return Object.entries(record).flatMap(([key, value]): [string, string][] => {
    const name = `${prefix}${key}`
    const isDeeper = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isDeeper && prefix.split('.').length <= 2) return flatten(value, `${name}.`)
    return [[name, toText(value)]]
  })
}

/** A value as a person reads it: nothing for null, lists with commas, times without their T. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.length === 0 ? '-' : value.join(', ')
  }
  if (typeof value === 'object') return JSON.stringify(value)
  return clean(String(value)).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/, '$1 $2')
}

/** Names come from anywhere: what would move the cursor of a terminal does not reach it. */
const clean = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are what is taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').replace(/[\t\n]+/g, ' ')
