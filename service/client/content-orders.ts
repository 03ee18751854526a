/** The orders in which recordings are listed: the values of `sort`. */
export const contentOrders = [
  'newest',
  'oldest',
  'name',
  'name_reversed',
  'longest',
  'shortest',
  'largest',
  'smallest',
] as const

export type ContentOrder = (typeof contentOrders)[number]
