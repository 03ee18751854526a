import { Type, type Static } from 'typebox'

/** Spec: General conventions 8. Spread into a route's query shape. */
export const paging = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'next_cursor of the page before' }),
  ),
}

export const PagingQuery = Type.Object(paging)
export type PagingQuery = Static<typeof PagingQuery>
