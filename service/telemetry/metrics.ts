import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../core/log.ts'
import { channels } from '../core/observe.ts'
import { plusMs, second, type Clock } from '../core/time.ts'
import type { Db } from '../db/database.ts'
import { selectOpenDeliveries, selectQueueDepth } from './depth.ts'
import { onEnd } from './observer.ts'

export type Metrics = {
  contentType: string
  /** In the text format of Prometheus, with the depths as they are in the database now, unless that is away. */
  write: () => Promise<string>
  stop: () => void
}

type Options = { db: Db; clock: Clock; version: string; log: Log }

/** Choice: Prometheus waits for ten seconds by itself, and what this process counts must not wait for the database. */
const depthsWithinMs = 2 * second

// In seconds. Requests are held to milliseconds; work of engines takes up to hours.
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const workSeconds = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600, 14_400]
const lagSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800]

/** Measures the work of this process from now on, until it is stopped (api-choices.md 40). */
export function openMetrics({ db, clock, version, log }: Options): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const stops = [measureRequests(register), measureWork(register), measureDeliveries(register)]
  new Gauge({
    name: 'earshot_build_info',
    help: 'The version of this process; always 1',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const up = new Gauge({
    name: 'earshot_database_up',
    help: 'Whether the database answered this scrape; where it is 0, what it would tell is left out',
    registers,
  })
  const readDepths = inTime(gaugeDepths(register, { db, clock }), { clock, log })
  const readPool = gaugePool(register, db)
  return {
    contentType: register.contentType,
    write: async () => {
      readPool()
      up.set((await readDepths()) ? 1 : 0)
      return register.metrics()
    },
    stop: () => {
      for (const stop of stops) stop()
      register.clear()
    },
  }
}

function measureRequests(register: Registry): () => void {
  const registers = [register]
  const duration = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer, by route template',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestSeconds,
    registers,
  })
  const readers = new Gauge({
    name: 'earshot_event_stream_readers',
    help: 'Readers of /v1/events/stream that are connected to this process',
    registers,
  })
  const come = () => readers.inc()
  const go = () => readers.dec()
  channels.reader.start.subscribe(come)
  channels.reader.asyncEnd.subscribe(go)
  const stop = onEnd('request', ({ method, route, status }, seconds) =>
    duration.observe({ method, route, status }, seconds),
  )
  return () => {
    stop()
    channels.reader.start.unsubscribe(come)
    channels.reader.asyncEnd.unsubscribe(go)
  }
}

function measureWork(register: Registry): () => void {
  const registers = [register]
  const jobs = new Histogram({
    name: 'earshot_job_duration_seconds',
    help: 'One run of a job, by how it ended: ended, failed, stopped, no_space, postponed, not_recorded',
    labelNames: ['name', 'lane', 'end'] as const,
    buckets: workSeconds,
    registers,
  })
  const stages = new Histogram({
    name: 'earshot_engine_stage_duration_seconds',
    help: 'Stages of the engines: decode, words, speakers, analysis',
    labelNames: ['stage', 'outcome'] as const,
    buckets: workSeconds,
    registers,
  })
  const transactions = new Histogram({
    name: 'earshot_database_transaction_duration_seconds',
    help: 'From the wait for a connection to the end of COMMIT or ROLLBACK',
    labelNames: ['outcome'] as const,
    buckets: requestSeconds,
    registers,
  })
  const clashes = new Counter({
    name: 'earshot_database_transaction_clashes_total',
    help: 'Transactions that clashed with another and ran again',
    registers,
  })
  const outcomeOf = ({ error }: { error?: unknown }) => (error === undefined ? 'ended' : 'failed')
  const stops = [
    onEnd('job', ({ name, lane, end }, seconds) => jobs.observe({ name, lane, end }, seconds)),
    onEnd('stage', (work, seconds) =>
      stages.observe({ stage: work.stage, outcome: outcomeOf(work) }, seconds),
    ),
    onEnd('transaction', (work, seconds) => {
      transactions.observe({ outcome: outcomeOf(work) }, seconds)
      clashes.inc(work.tries - 1)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function measureDeliveries(register: Registry): () => void {
  const registers = [register]
  const attempts = new Histogram({
    name: 'earshot_webhook_attempt_duration_seconds',
    help: 'One attempt at a webhook, by its outcome: delivered, or the code of the failure',
    labelNames: ['outcome'] as const,
    buckets: requestSeconds,
    registers,
  })
  const lag = new Histogram({
    name: 'earshot_webhook_lag_seconds',
    help: 'From the moment at which an attempt is due to its begin',
    buckets: lagSeconds,
    registers,
  })
  return onEnd('delivery', ({ outcome, lagMs }, seconds) => {
    attempts.observe({ outcome }, seconds)
    lag.observe(lagMs / 1_000)
  })
}

type Depths = {
  read: () => Promise<() => void>
  /** Nothing is told of them: neither what was before, nor that there is nothing. */
  leaveOut: () => void
}

/** Whether they were read, soon enough. While one look is under way no other is begun: each would hold a connection. */
function inTime(
  { read, leaveOut }: Depths,
  { clock, log }: Pick<Options, 'clock' | 'log'>,
): () => Promise<boolean> {
  let looking: Promise<(() => void) | null> | null = null
  const look = (): Promise<(() => void) | null> =>
    read().catch((error: unknown) => {
      log.warn({ err: error }, 'the depths of the queue could not be read')
      return null
    })
  return async () => {
    looking ??= look().finally(() => (looking = null))
    const late = Promise.withResolvers<null>()
    const cancel = clock.at(plusMs(clock.now(), depthsWithinMs), () => late.resolve(null))
    const tell = await Promise.race([looking, late.promise]).finally(cancel)
    if (tell) tell()
    else leaveOut()
    return tell !== null
  }
}

/** All processes on one database tell the same of it: alerts take the largest. */
function gaugeDepths(register: Registry, { db, clock }: Pick<Options, 'db' | 'clock'>): Depths {
  const registers = [register]
  const depth = new Gauge({
    name: 'earshot_queue_jobs',
    help: 'Jobs in the database, waiting or running',
    labelNames: ['lane', 'name', 'state'] as const,
    registers,
  })
  const age = new Gauge({
    name: 'earshot_queue_oldest_age_seconds',
    help: 'How long the oldest job waits that may start',
    labelNames: ['lane', 'name'] as const,
    registers,
  })
  const open = new Gauge({
    name: 'earshot_webhook_open_deliveries',
    help: 'Deliveries in the database that wait for an attempt: pending the first, retrying another',
    labelNames: ['status'] as const,
    registers,
  })
  const overdue = new Gauge({
    name: 'earshot_webhook_overdue_seconds',
    help: 'For how long the attempt is due that is due for longest',
    registers,
  })
  const gauges = [depth, age, open, overdue]
  const read = async () => {
    const now = clock.now()
    const secondsSince = (time: Date | null) =>
      time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1_000)
    const [jobs, deliveries] = [
      await selectQueueDepth(db.sql, now),
      await selectOpenDeliveries(db.sql),
    ]
    return () => {
      for (const gauge of gauges) gauge.reset()
      for (const { lane, name, state, count, oldest } of jobs) {
        depth.set({ lane, name, state }, count)
        if (state === 'waiting') age.set({ lane, name }, secondsSince(oldest))
      }
      for (const { status, count } of deliveries) open.set({ status }, count)
      const due = deliveries.map(({ due: at }) => secondsSince(at))
      overdue.set(Math.max(0, ...due))
    }
  }
  const leaveOut = () => {
    for (const gauge of gauges) gauge.reset()
    // Without labels it would be told as 0.
    overdue.remove({})
  }
  return { read, leaveOut }
}

function gaugePool(register: Registry, { pool }: Pick<Db, 'pool'>): () => void {
  if (!pool) return () => {}
  const connections = new Gauge({
    name: 'earshot_database_pool_connections',
    help: 'Connections to the database: in use, idle; and how many wait for one',
    labelNames: ['state'] as const,
    registers: [register],
  })
  return () => {
    const { size, idle, waiting } = pool()
    connections.set({ state: 'in_use' }, size - idle)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, waiting)
  }
}
