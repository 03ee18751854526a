import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingChannel } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../core/log.ts'
import { channels, currentTrace, traces, type Ended, type Work } from '../core/observe.ts'
import { second } from '../core/time.ts'

export type TraceOptions = {
  /** Where spans are sent, with its path. */
  url: string
  /** How much of what nobody else began a trace for is kept, 0 to 1. */
  ratio: number
  version: string
  log: Log
}

/** Choice: a stop takes five seconds at most (reliability.md J-4). */
const lastWaitMs = second

type Begun = { name: string; kind: SpanKind; attributes: Attributes }
type Described<Kind extends keyof Work> = {
  /** Whether it is worth a trace of its own where it belongs to none. */
  isRoot: boolean
  begin: (work: Work[Kind]) => Begun
  end?: (work: Ended<Kind>) => { attributes: Attributes; error?: string | undefined }
}

// Ids, names of our own and numbers only: nothing that was said, and no address that may hold a secret.
const described: { [Kind in keyof Omit<Work, 'reader'>]: Described<Kind> } = {
  request: {
    isRoot: true,
    begin: ({ method, route, requestId }) => ({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'earshot.request.id': requestId,
      },
    }),
    end: ({ status }) => ({
      attributes: { 'http.response.status_code': status },
      error: status >= 500 ? String(status) : undefined,
    }),
  },
  transaction: {
    isRoot: false,
    begin: () => ({
      name: 'transaction',
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql' },
    }),
    end: ({ tries }) => ({ attributes: { 'earshot.transaction.tries': tries } }),
  },
  job: {
    isRoot: true,
    begin: ({ id, name, lane, attempt }) => ({
      name: `job ${name}`,
      kind: SpanKind.CONSUMER,
      attributes: {
        'earshot.job.id': id,
        'earshot.job.name': name,
        'earshot.job.lane': lane,
        'earshot.job.attempt': attempt,
      },
    }),
    end: ({ end }) => ({
      attributes: { 'earshot.job.end': end },
      error: end === 'failed' || end === 'not_recorded' ? end : undefined,
    }),
  },
  stage: {
    isRoot: false,
    begin: ({ stage }) => ({ name: `stage ${stage}`, kind: SpanKind.INTERNAL, attributes: {} }),
  },
  child: {
    isRoot: false,
    begin: ({ program }) => ({
      name: `run ${program}`,
      kind: SpanKind.INTERNAL,
      attributes: { 'process.executable.name': program },
    }),
  },
  delivery: {
    isRoot: true,
    begin: ({ id, webhookId, event, attempt }) => ({
      name: `webhook ${event}`,
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': 'POST',
        'earshot.webhook.id': webhookId,
        'earshot.delivery.id': id,
        'earshot.delivery.attempt': attempt,
      },
    }),
    end: ({ status, outcome }) => ({
      attributes: {
        'earshot.delivery.outcome': outcome,
        ...(status !== null && { 'http.response.status_code': status }),
      },
      error: outcome === 'delivered' ? undefined : outcome,
    }),
  },
}

/** Sends what this process does from now on as spans, until `stop`, which sends what is left. */
export function startTraces({ url, ratio, version, log }: TraceOptions): {
  stop: () => Promise<void>
} {
  diag.setLogger(toDiagnosticLogger(log), DiagLogLevel.WARN)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'earshot', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('earshot', version)
  const stops = [
    follow(tracer, 'request', described.request),
    follow(tracer, 'transaction', described.transaction),
    follow(tracer, 'job', described.job),
    follow(tracer, 'stage', described.stage),
    follow(tracer, 'child', described.child),
    follow(tracer, 'delivery', described.delivery),
  ]
  return {
    stop: async () => {
      for (const stop of stops) stop()
      const sent = provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, 'the last traces could not be sent')
      })
      // A receiver that is away holds up no stop: it would be asked again and again.
      await Promise.race([sent, delay(lastWaitMs, undefined, { ref: false })])
      diag.disable()
    },
  }
}

function follow<Kind extends keyof Work>(
  tracer: Tracer,
  kind: Kind,
  { isRoot, begin, end }: Described<Kind>,
): () => void {
  const channel: TracingChannel<string | null, Work[Kind]> = channels[kind]
  const spans = new WeakMap<object, Span>()
  const enter = (work: Work[Kind]): string | null => {
    const parent = 'parent' in work ? work.parent : currentTrace()
    if (parent === null && !isRoot) return null
    const { name, ...about } = begin(work)
    const span = tracer.startSpan(name, about, contextOf(parent))
    spans.set(work, span)
    return toHeader(span)
  }
  const leave = (work: Ended<Kind>): void => {
    const span = spans.get(work)
    if (!span) return
    const told = end?.(work)
    if (told) span.setAttributes(told.attributes)
    const error = told?.error ?? (work.error === undefined ? undefined : codeOf(work.error))
    if (error !== undefined) {
      span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
  channel.start.bindStore(traces, enter)
  // Its end is told to subscribers of the end only where the channel has any.
  channel.asyncEnd.subscribe(leave as (work: unknown) => void)
  return () => {
    channel.start.unbindStore(traces)
    channel.asyncEnd.unsubscribe(leave as (work: unknown) => void)
  }
}

/** The code of the catalogue or the system's; a message may quote what was said. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}

function contextOf(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function toHeader(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}

/** What the library has to say of itself, such as a receiver that does not answer. */
function toDiagnosticLogger(log: Log) {
  const warn = (message: string): void => log.warn({ telemetry: message }, 'of the traces')
  const ignore = (): void => {}
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}
