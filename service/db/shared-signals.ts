import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '../core/log.ts'
import { createSignals, type Signals, type Topic } from '../core/signals.ts'
import { second } from '../core/time.ts'
import { plannedOnce } from './connection-lease.ts'
import type { Sql } from './database.ts'
import { notesChannel } from './organization-pools.ts'
import { createReplies, listenerName, listListeners } from './replies.ts'

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

/** Whoever emits these goes on once every process has done what they ask for. */
const awaited: ReadonlySet<string> = new Set<Topic>(['deliveries.cancelled'])

const channel = 'earshot'
/** PostgreSQL takes 8,000 bytes in one notification. */
const mostBytes = 7_000
/** Choice: what comes within it is one statement; nobody waits for a signal that long. */
const gatherMs = 4
const reconnectMs = second

type Message = [topic: string, ...data: unknown[]]

export type SharedSignals = {
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
  /** The server's number of the connection that listens. */
  let listener = 0
  const replies = createReplies(log)

  const send = async (): Promise<void> => {
    timer = null
    await notify(toTexts(from, gathered.splice(0)))
  }
  const notify = async (texts: string[]): Promise<void> => {
    if (!handle || texts.length === 0) return
    await sql`SELECT ${plannedOnce} pg_notify(${channel}, each) FROM unnest(${texts}::text[]) each`
      .execute(handle)
      .catch((error: unknown) => log.warn({ err: error }, 'other processes were not told'))
  }
  const ask = async (message: Message): Promise<void> => {
    if (!handle) return
    const others = await listListeners(handle, listener).catch(() => [])
    const parts = divide(message).map(async (part) => {
      const reply = randomUUID()
      const all = replies.of(reply, others)
      await notify([JSON.stringify({ sender: from, messages: [part], reply } satisfies Parcel)])
      await all
    })
    await Promise.all(parts)
  }
  const receive = async (payload: string | undefined): Promise<void> => {
    const { sender, messages = [], reply, done } = JSON.parse(payload ?? '{}') as Partial<Parcel>
    if (done) replies.note(done.reply, done.listener)
    if (sender === from) return
    // Written by the same version, or by one beside it that keeps their shape.
    const known = messages.filter(([topic]) => shared.has(topic))
    await Promise.all(known.map(([topic, ...data]) => own.emit(topic as Topic, ...(data as []))))
    if (reply === undefined) return
    const answer: Parcel = { sender: from, messages: [], done: { reply, listener } }
    await notify([JSON.stringify(answer)])
  }
  const listen = async (): Promise<void> => {
    const next = new Client({ ...config, application_name: listenerName })
    next.on('notification', (told) => {
      if (told.channel === notesChannel) void own.emit('notes.changed')
      else void receive(told.payload)
    })
    next.on('error', () => next.end().catch(() => {}))
    next.on('end', () => again(next))
    try {
      await next.connect()
      const { rows } = await next.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      listener = rows[0]?.pid ?? 0
      await next.query(`LISTEN ${notesChannel}`)
      await next.query(`LISTEN ${channel}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (isStopped) return void (await next.end())
    client = next
  }
  const listenAgain = async (): Promise<void> => {
    await listen()
    for (const topic of wakers) void own.emit(topic)
  }
  const again = (ended: Client): void => {
    if (client !== ended) return
    client = null
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
    signals: {
      on: own.on,
      emit: async (topic, ...data) => {
        const here = own.emit(topic, ...data)
        if (awaited.has(topic)) await ask([topic, ...data])
        else if (shared.has(topic)) {
          gathered.push([topic, ...data])
          timer ??= setTimeout(() => void send(), gatherMs)
        }
        await here
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
      await client?.end()
    },
  }
}

type Parcel = {
  sender: string
  messages: Message[]
  /** Asks for this reply once what the messages ask for is done. */
  reply?: string
  /** The reply, and who gives it. */
  done?: { reply: string; listener: number }
}

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
