import { pino, type Logger } from 'pino'

export type Log = Logger

/** Logs JSON lines to stderr; keys, secrets and bodies never reach them. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.authorization', '*.authorization', '*.key', '*.secret', '*.token'],
        censor: '[redacted]',
      },
    },
    pino.destination(2),
  )
}
