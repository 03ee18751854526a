import { expect } from 'vitest'
import type { Answer } from './call.ts'
import { expectShape, list, matching, record, text, timestamp } from './shapes.ts'

// Spec: General conventions 5; api-choices.md 1: every answer carries meta.
const meta = record({ request_id: matching('a request id', /^req_[a-z0-9]+$/), timestamp })

// Spec: Errors; details are ours (api-choices.md 14).
const detail = record({ field: text, code: text, message: text })

/** What holds for every answer under /v1 that is JSON: data and meta, or error and meta. */
export function expectEnvelope({ status, headers, body }: Answer): void {
  if (!headers.get('content-type')?.includes('json') || body.openapi !== undefined) return
  expectShape(body.meta, meta)
  if (status < 400) {
    expect(typeof body.data).toBe('object')
    expect(body.data).not.toBeNull()
    expect(Object.keys(body).filter((name) => !allowed.includes(name))).toEqual([])
    if (Array.isArray(body.data)) expectPagination(body.pagination)
    return
  }
  const { details = [], doc_url: _docUrl, ...error } = body.error
  expectShape(error, record({ code: matching('a code', /^[a-z_]+$/), message: text }))
  expectShape(details, list(detail))
  expect(Object.keys(body).toSorted()).toEqual(['error', 'meta'])
}

const allowed = ['data', 'pagination', 'meta']

// Spec: General conventions 4.
function expectPagination(pagination: { has_more: boolean; next_cursor: string | null }): void {
  expect(typeof pagination.has_more).toBe('boolean')
  expect(typeof pagination.next_cursor).toBe(pagination.has_more ? 'string' : 'object')
  expect(Object.keys(pagination).toSorted()).toEqual(['has_more', 'next_cursor'])
}

/** A refusal: its status and code, and for validation the fields it names. */
export function expectRefusal(
  answer: Answer,
  status: number,
  code: string,
  fields?: readonly string[],
): void {
  const { error } = answer.body
  expect([answer.status, error?.code, error?.message]).toEqual([status, code, expect.any(String)])
  if (!fields) return
  const named = error.details.map(({ field }: { field: string }) => field)
  expect(named).toEqual(expect.arrayContaining([...fields]))
}
