import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type Level, type Logger } from 'pino'
import type { LogFile } from './log-file.ts'
import { currentTrace, traceIdOf } from './observe.ts'

export type Log = Logger

/** Ids of the request or job to which a line belongs. */
export type LogContext = Readonly<Record<string, string | number>>

const contexts = new AsyncLocalStorage<LogContext>()

/** Adds these ids to every line logged by `work` and by anything it starts, including engines. */
export const withLogContext = <Result>(context: LogContext, work: () => Result): Result =>
  contexts.run({ ...contexts.getStore(), ...context }, work)

/**
 * Like `withLogContext`, but replaces all ids: for events of a process that outlives the job that
 * started it.
 */
export const asLogContext = <Result>(context: LogContext, work: () => Result): Result =>
  contexts.run(context, work)

/** The current ids, for processes that serve one job after another. */
export const logContext = (): LogContext => contexts.getStore() ?? {}

/**
 * Logs JSON lines to stderr and, if given, to `file`. Never logs keys,
 * secrets, bodies or transcripts.
 */
export function createLog(level: string, file?: LogFile): Log {
  // Validated in config.ts.
  const threshold = level as Level
  const stderr = pino.destination(2)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...contexts.getStore(), ...traceContext() }),
      serializers: { err: describeError },
      redact: {
        paths: ['req.headers.authorization', '*.authorization', '*.key', '*.secret', '*.token'],
        censor: '[redacted]',
      },
    },
    file === undefined
      ? stderr
      : pino.multistream([
          { level: threshold, stream: stderr },
          { level: threshold, stream: file },
        ]),
  )
}

function traceContext(): LogContext {
  const trace = currentTrace()
  return trace === null ? {} : { trace_id: traceIdOf(trace) }
}

type ErrorRecord = {
  type: string
  message: string
  code?: string | number
  stack?: string
  cause?: ErrorRecord
}

/**
 * Describes an error without the data it quotes: PostgreSQL's `detail` holds rows, and a JSON parse
 * error's message holds the text it failed on.
 */
export function describeError(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an Error object.' }
  const code: unknown = Reflect.get(error, 'code')
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: withoutQuotedJson(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(frames && frames.length > 0 && { stack: frames.join('\n') }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

const withoutQuotedJson = (message: string): string =>
  message.replace(
    /^(Unexpected token|Bad control|Expected).* (is not valid JSON|in JSON)/s,
    '$1 … $2',
  )
