/** The orders of the list, as the service names them. */
export const sorts = [
  'newest',
  'oldest',
  'name',
  'name_reversed',
  'longest',
  'shortest',
  'largest',
  'smallest',
] as const
export type Sort = (typeof sorts)[number]

/** Columns that sort: what a first click gives, and what a second. */
export const columnSorts = {
  name: ['name', 'name_reversed'],
  length: ['longest', 'shortest'],
  size: ['largest', 'smallest'],
  added: ['newest', 'oldest'],
} as const satisfies Record<string, readonly [Sort, Sort]>
export type SortColumn = keyof typeof columnSorts

const rising: readonly Sort[] = ['name', 'shortest', 'smallest', 'oldest']

/** How a column is sorted, for screen readers and its arrow. */
export function sortedAs(column: SortColumn, sort: Sort): 'ascending' | 'descending' | 'none' {
  if (!columnSorts[column].some((one) => one === sort)) return 'none'
  return rising.includes(sort) ? 'ascending' : 'descending'
}

export function nextSort(column: SortColumn, sort: Sort): Sort {
  const [first, second] = columnSorts[column]
  return sort === first ? second : first
}
