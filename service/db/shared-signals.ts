import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '../core/log.ts'
import { createSignals, type Signals, type Topic } from '../core/signals.ts'
import { second } from '../core/time.ts'
import { notesChannel } from './connection.ts'
import type { Db, Sql } from './database.ts'
import { createLeadership } from './leadership.ts'

/** What every process is told. The others concern requests and files of one machine. */
const shared: ReadonlySet<string> = new Set<Topic>([
  'jobs.due',
  'jobs.cancelled',
  'deliveries.due',
  'deliveries.cancelled',
  'events.stored',
  'content.embedded',
  'calendars.due',
  'folders.due',
  'notes.folders',
  'rates.taken',
])
/** After a gap in the connection, any of these may have been missed. What was cancelled is found by its owner. */
const wakers = [
  ...(['jobs.due', 'deliveries.due', 'events.stored'] as const),
  ...(['calendars.due', 'folders.due', 'notes.folders'] as const),
]

const channel = 'earshot'
/** PostgreSQL takes 8,000 bytes in one notification. */
const mostBytes = 7_000
/** Choice: what comes within it is one statement; nobody waits for a signal that long. */
const gatherMs = 4
const reconnectMs = second

type Message = [topic: string, ...data: unknown[]]

export type SharedSignals = Pick<Db, 'whileLeading'> & {
  signals: Signals
  /** Begins to send, with statements of this handle, and to listen; rejects where it cannot. */
  start: (handle: Sql) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Signals that reach the other processes on the same database, by LISTEN and NOTIFY. They are sent after the
 * commit, not in it: PostgreSQL lets transactions with a notification commit one at a time. A process that dies
 * in between has woken nobody, so that workers look from time to time as well (work-loop.ts).
 */
export function createSharedSignals(config: ClientConfig, log: Log): SharedSignals {
  const own = createSignals()
  const from = randomUUID()
  let handle: Sql | null = null
  let gathered: Message[] = []
  let timer: NodeJS.Timeout | null = null
  let client: Client | null = null
  let isStopped = false
  const leadership = createLeadership(log)

  const send = async (): Promise<void> => {
    timer = null
    const texts = toTexts(from, gathered.splice(0))
    if (!handle || texts.length === 0) return
    await sql`SELECT pg_notify(${channel}, each) FROM unnest(${texts}::text[]) each`
      .execute(handle)
      .catch((error: unknown) => log.warn({ err: error }, 'other processes were not told'))
  }
  const receive = (payload: string | undefined): void => {
    const { sender, messages } = JSON.parse(payload ?? '{}') as Partial<Parcel>
    if (sender === from) return
    for (const [topic, ...data] of messages ?? []) {
      // Written by `toTexts` of the same version, or of one beside it that keeps their shape.
      if (shared.has(topic)) void own.emit(topic as Topic, ...(data as []))
    }
  }
  const listen = async (): Promise<void> => {
    const next = new Client(config)
    next.on('notification', (told) => {
      if (told.channel === notesChannel) void own.emit('notes.changed')
      else receive(told.payload)
    })
    next.on('error', () => next.end().catch(() => {}))
    next.on('end', () => again(next))
    await next.connect()
    await next.query(`LISTEN ${notesChannel}`)
    await next.query(`LISTEN ${channel}`)
    if (isStopped) return void (await next.end())
    client = next
    leadership.follow(next)
  }
  const listenAgain = async (): Promise<void> => {
    await listen()
    for (const topic of wakers) void own.emit(topic)
  }
  const again = (ended: Client): void => {
    if (client !== ended) return
    client = null
    void leadership.end()
    if (isStopped) return
    const retry = (): void => {
      if (isStopped) return
      void listenAgain().catch((error: unknown) => {
        log.warn({ err: error }, 'the database cannot be listened to; trying again')
        setTimeout(retry, reconnectMs).unref()
      })
    }
    setTimeout(retry, reconnectMs).unref()
  }
  return {
    whileLeading: leadership.whileLeading,
    signals: {
      on: own.on,
      emit: (topic, ...data) => {
        if (shared.has(topic)) {
          gathered.push([topic, ...data])
          timer ??= setTimeout(() => void send(), gatherMs)
        }
        return own.emit(topic, ...data)
      },
    },
    start: async (given) => {
      handle = given
      await listen()
    },
    stop: async () => {
      isStopped = true
      if (timer) clearTimeout(timer)
      await send()
      handle = null
      await leadership.end()
      await client?.end()
    },
  }
}

type Parcel = { sender: string; messages: Message[] }

/** The same message once, in texts that are short enough. */
function toTexts(sender: string, messages: readonly Message[]): string[] {
  const distinct = new Set(messages.flatMap(divide).map((message) => JSON.stringify(message)))
  const texts: string[] = []
  let part: string[] = []
  const close = (): void => {
    if (part.length > 0) texts.push(`{"sender":"${sender}","messages":[${part.join(',')}]}`)
    part = []
  }
  for (const message of distinct) {
    if (Buffer.byteLength([...part, message].join(',')) > mostBytes) close()
    part.push(message)
  }
  close()
  return texts
}

/** Choice: so many ids are far less than a notification holds. */
const idsAtOnce = 100

/** A message with a long list of ids as several. */
function divide(message: Message): Message[] {
  const [topic, first] = message
  const list = Array.isArray(first) ? first : idsOf(first)
  if (!list || list.length <= idsAtOnce) return [message]
  const parts: Message[] = []
  for (let at = 0; at < list.length; at += idsAtOnce) {
    const ids = list.slice(at, at + idsAtOnce)
    parts.push([topic, Array.isArray(first) ? ids : { ids }])
  }
  return parts
}

const idsOf = (data: unknown): unknown[] | null =>
  typeof data === 'object' && data !== null && 'ids' in data && Array.isArray(data.ids)
    ? data.ids
    : null
