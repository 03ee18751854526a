// Fetches a calendar from its address, which is a secret: nothing here tells more of it than its host.
import { request, type Dispatcher } from 'undici'
import { openAgent, orAbort, trustOf } from '../../core/checked-connection.ts'
import { checkHost } from '../../core/host-check.ts'
import { second } from '../../core/time.ts'
import { openTargetPolicy, type AddressPolicy } from '../../core/open-target.ts'
import { readBounded } from '../../core/read-bounded.ts'
import { toFailure } from '../../core/request-failure.ts'
import { CalendarFailure } from './keep-events.ts'
import { mostCalendarBytes } from './schema.ts'

/** From the first look-up to the last byte, over all redirects. */
const deadlineMs = 30 * second
const mostRedirects = 5

/** What the server called the version that was read last. */
export type Validators = { etag: string | null; last_modified: string | null }
/** Null bytes where it is unchanged. */
export type Fetched = Validators & { bytes: Uint8Array | null }
export type FetchOptions = AddressPolicy & {
  version: string
  authorities: readonly string[]
  signal: AbortSignal
}

/** Throws CalendarFailure, and whatever `signal` aborts with. */
export async function fetchCalendar(
  address: string,
  known: Validators | null,
  options: FetchOptions,
): Promise<Fetched> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(deadlineMs)])
  try {
    let url = new URL(address)
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const answer = await get(url, known, { ...options, signal })
      if (!(answer instanceof URL)) return answer
      url = answer
    }
    throw new CalendarFailure('http_status', 'The address leads on and on.')
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof CalendarFailure) throw error
    const { code } = toFailure(signal.aborted ? 'timeout' : error)
    throw new CalendarFailure(code, messages[code] ?? messages.connection_refused)
  }
}

const messages: Record<string, string> & { connection_refused: string } = {
  connection_refused: 'The server of the calendar cannot be reached.',
  tls_failed: 'The certificate of the calendar’s server was not accepted.',
  timeout: 'The server of the calendar did not answer in time.',
  http_status: 'The answer of the calendar’s server could not be read.',
}

/** What the address answers, or where it leads on to. */
async function get(
  url: URL,
  known: Validators | null,
  options: FetchOptions,
): Promise<Fetched | URL> {
  const { signal, authorities, version } = options
  if (url.protocol !== 'https:') {
    throw new CalendarFailure('https_required', 'The address leads to one without https.')
  }
  const host = await orAbort(checkHost(openTargetPolicy(options), url.hostname), signal)
  if (host.state === 'blocked') {
    throw new CalendarFailure('address_blocked', 'The address leads into a private network.')
  }
  if (host.state !== 'reachable') {
    throw new CalendarFailure('dns_failed', 'The host of the calendar has no address.')
  }
  const dispatcher = openAgent(host.addresses, trustOf(authorities), { signal })
  try {
    const headers = {
      accept: 'text/calendar, */*;q=0.1',
      'user-agent': `Earshot/${version}`,
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
    }
    return await read(url, await request(url, { headers, dispatcher, signal }))
  } finally {
    await dispatcher.destroy()
  }
}

async function read(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<Fetched | URL> {
  const validators = {
    etag: headerOf(headers.etag),
    last_modified: headerOf(headers['last-modified']),
  }
  if (statusCode === 304) return { ...validators, bytes: null }
  const onward = headerOf(headers.location)
  if (statusCode >= 300 && statusCode < 400 && onward !== null && URL.canParse(onward, url)) {
    return new URL(onward, url)
  }
  if (statusCode === 401 || statusCode === 403 || statusCode === 404 || statusCode === 410) {
    const text = `The server knows no calendar at this address (${statusCode}). Was it renewed?`
    throw new CalendarFailure('http_status', text)
  }
  if (statusCode !== 200) {
    throw new CalendarFailure('http_status', `The server of the calendar answered ${statusCode}.`)
  }
  const bytes = await readBounded(body, mostCalendarBytes)
  if (bytes) return { ...validators, bytes }
  throw new CalendarFailure('calendar_too_large', 'The calendar has more than 10 MB.')
}

const headerOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value)?.slice(0, 1_000) ?? null
