import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { TestApp } from './app.ts'
import { fetchChecked } from './own-document.ts'

export type TestStream = {
  status: number
  headers: Headers
  /** What has arrived so far, in order, of blocks with data. */
  events: EventSourceMessage[]
  comments: string[]
  /** The id that a browser would send when it connects again. */
  lastEventId: () => string
  /** Resolves once `count` events have arrived in all. */
  received: (count: number) => Promise<void>
  /** Resolves once something came that `isMet` is true for. */
  until: (isMet: () => boolean) => Promise<void>
  /** Resolves when the service has ended the answer; false where it broke off instead. */
  ended: Promise<boolean>
  close: () => void
}

export type StreamOptions = { key?: string; headers?: Record<string, string> }

/** An open event stream, read with an independent parser. */
export async function openStream(
  { baseUrl, sessionToken }: Pick<TestApp, 'baseUrl' | 'sessionToken'>,
  query = '',
  { key = sessionToken, headers = {} }: StreamOptions = {},
): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetchChecked(new URL(`/v1/events/stream${query}`, baseUrl), {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: abort.signal,
  })
  const events: EventSourceMessage[] = []
  const comments: string[] = []
  let lastEventId = ''
  let waiters: { isMet: () => boolean; resolve: () => void }[] = []
  const until = (isMet: () => boolean) =>
    isMet() ? Promise.resolve() : new Promise<void>((resolve) => waiters.push({ isMet, resolve }))
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
  })
  const feed = (text: string) => {
    lastEventId = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? lastEventId
    parser.feed(text)
    waiters = waiters.filter(({ isMet, resolve }) => !isMet() || void resolve())
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    lastEventId: () => lastEventId,
    until,
    received: (count) => until(() => events.length >= count),
    ended: readAll(response, feed),
    close: () => abort.abort(),
  }
}

async function readAll(response: Response, feed: (text: string) => void): Promise<boolean> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }))
    return true
  } catch {
    return false
  }
}
