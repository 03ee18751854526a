import type { ListActionsResponses } from 'earshot/client'

export type Page = ListActionsResponses[200]
export type Action = Page['data'][number]

/** The pages of a list in which one item has other values; it stays in its place. */
export const withChanged = (pages: readonly Page[], id: string, part: Partial<Action>): Page[] =>
  pages.map((page) => ({
    ...page,
    data: page.data.map((one) => (one.id === id ? { ...one, ...part } : one)),
  }))
