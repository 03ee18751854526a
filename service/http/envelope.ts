import type { FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { Id, Nullable, Timestamp } from './shapes.ts'

/** Spec: General conventions 3 to 5. */
export const Meta = Type.Object(
  {
    request_id: Id('req'),
    timestamp: Timestamp,
  },
  { title: 'Meta' },
)
const Pagination = Type.Object(
  {
    has_more: Type.Boolean({ description: 'Whether there is a further page', examples: [true] }),
    next_cursor: Nullable(
      Type.String({
        description: 'Pass it as cursor for the next page',
        examples: ['eyJ0IjoiMjAyNi0xMS0yMVQwOTozMDowMC4wMDBaIn0'],
      }),
    ),
  },
  { title: 'Pagination' },
)

/** An answer with one record. It is named after the record, so that generated clients have it once. */
export const Data = <S extends TSchema>(data: S) =>
  Type.Object({ data, meta: Meta }, nameAfter(data, 'Response'))
export const Page = <S extends TSchema>(item: S) =>
  Type.Object(
    { data: Type.Array(item), pagination: Pagination, meta: Meta },
    nameAfter(item, 'Page'),
  )

const nameAfter = (shape: TSchema & { title?: string }, ending: string) =>
  shape.title === undefined ? {} : { title: shape.title + ending }

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
