import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../core/errors.ts'

/** What is sent: how long it is and when it changed. */
type Facts = { bytes: number; changedAt: Date }

/** `range` is what of the bytes is sent, to before `end`; null where none are. */
type Answer = {
  status: 200 | 206 | 304
  headers: Record<string, string>
  range: { start: number; end: number } | null
}

/**
 * How to answer a GET of bytes that can be asked for in part or again (RFC 9110, 13 and 14). Several ranges at once
 * are answered with all of it, as the standard allows. Throws `range_not_satisfiable` and
 * `precondition_failed`.
 */
export function answerRange(request: IncomingHttpHeaders, { bytes, changedAt }: Facts): Answer {
  // A strong one: only such a tag names a version for If-Match and If-Range. The bytes of a recording
  // are replaced as a whole or never.
  const etag = `"${bytes.toString(16)}-${changedAt.getTime().toString(16)}"`
  // Headers know seconds only.
  const modifiedAt = Date.parse(changedAt.toUTCString())
  const version = { etag, modifiedAt }
  const headers = {
    'accept-ranges': 'bytes',
    'last-modified': changedAt.toUTCString(),
    etag,
  }
  if (hasOtherVersion(request, version)) {
    throw new ApiError('precondition_failed', 'The recording is not the version that was meant.')
  }
  if (isKnown(request, version)) return { status: 304, headers, range: null }
  const asked = isForThis(request, version) ? readRanges(request.range, bytes) : null
  if (asked?.length === 0) throw unsatisfiable(bytes)
  const [only, ...more] = asked ?? []
  const { start, end } = only && more.length === 0 ? only : { start: 0, end: bytes }
  const isPart = only !== undefined && more.length === 0
  return {
    status: isPart ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${bytes}` }),
    },
    range: { start, end },
  }
}

type Version = { etag: string; modifiedAt: number }

const tagsOf = (list: string): string[] => list.split(',').map((one) => one.trim())

/** Where a tag is given, a date beside it does not count (RFC 9110, 13.2.2). */
function hasOtherVersion(request: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = request
  if (match !== undefined) return match.trim() !== '*' && !tagsOf(match).includes(etag)
  return since !== undefined && modifiedAt > Date.parse(since)
}

function isKnown(request: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = request
  if (request['cache-control']?.includes('no-cache')) return false
  // The one comparison that also takes weak tags.
  const isSame = (tag: string) => tag.replace(/^W\//, '') === etag
  if (known !== undefined) return known.trim() === '*' || tagsOf(known).some(isSame)
  return since !== undefined && modifiedAt <= Date.parse(since)
}

/** Whether a range is of what the client has a part of already. */
function isForThis({ 'if-range': version }: IncomingHttpHeaders, { etag, modifiedAt }: Version) {
  // Node joins what comes twice.
  if (typeof version !== 'string') return true
  return version.includes('"') ? version.trim() === etag : modifiedAt === Date.parse(version)
}

/** Null where none are asked for; those that can be met, which may be none. */
function readRanges(header: string | undefined, bytes: number) {
  if (header === undefined || !/^ *bytes=/.test(header)) return null
  return header
    .slice(header.indexOf('=') + 1)
    .split(',')
    .flatMap((one) => readRange(one, bytes))
}

function readRange(text: string, bytes: number): { start: number; end: number }[] {
  const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(text) ?? []
  if (first === '' && last === '') return []
  // The last bytes of a shorter file are all of it.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes : Math.min(Number(last) + 1, bytes)
  return start < end ? [{ start, end }] : []
}

/** Says how long the recording is, so that a player can ask for less (RFC 9110, 15.5.17). */
const unsatisfiable = (bytes: number) =>
  new ApiError('range_not_satisfiable', 'The recording ends before the range asked for.', {
    headers: { 'content-range': `bytes */${bytes}` },
  })
