import type { FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { Timestamp } from './shapes.ts'

/** Spec: General conventions 3 to 5. */
export const Meta = Type.Object({
  request_id: Type.String({ examples: ['req_01kayr3c9nfq4tq4h6zr6yv0b2'] }),
  timestamp: Timestamp,
})
export const Pagination = Type.Object({
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
})

export const Data = <S extends TSchema>(data: S) => Type.Object({ data, meta: Meta })
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination, meta: Meta })

/** One page of records as the domain returns it. */
export type PageOf<T> = { items: T[]; nextCursor: string | null }

const meta = (request: FastifyRequest) => ({
  request_id: request.id,
  timestamp: request.receivedAt.toISOString(),
})

export const ok = <T>(request: FastifyRequest, data: T) => ({ data, meta: meta(request) })

export const page = <T>(request: FastifyRequest, { items, nextCursor }: PageOf<T>) => ({
  data: items,
  pagination: { has_more: nextCursor !== null, next_cursor: nextCursor },
  meta: meta(request),
})
