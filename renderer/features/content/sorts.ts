import type { ContentOrder } from 'earshot/client'

/** Sortable columns: the order after a first click, and after a second. */
const columnSorts = {
  name: ['name', 'name_reversed'],
  length: ['longest', 'shortest'],
  size: ['largest', 'smallest'],
  added: ['newest', 'oldest'],
} as const satisfies Record<string, readonly [ContentOrder, ContentOrder]>
export type SortColumn = keyof typeof columnSorts

const rising: readonly ContentOrder[] = ['name', 'shortest', 'smallest', 'oldest']

/** A column's sort direction, for screen readers and the arrow. */
export function sortedAs(
  column: SortColumn,
  sort: ContentOrder,
): 'ascending' | 'descending' | 'none' {
  if (!columnSorts[column].some((one) => one === sort)) return 'none'
  return rising.includes(sort) ? 'ascending' : 'descending'
}

export function nextSort(column: SortColumn, sort: ContentOrder): ContentOrder {
  const [first, second] = columnSorts[column]
  return sort === first ? second : first
}
