import { EarshotError } from 'earshot/client'
import { NotRunning, UsageError } from './io.ts'

export type Explained = { code: number; lines: string[]; value: object }

/** Exit codes: 1 the service or a file refused, 2 wrong usage, 3 no service answers. */
export function explain(error: unknown): Explained {
  if (error instanceof NotRunning) return told(3, 'not_running', error.message)
  if (error instanceof UsageError) return told(2, 'usage', error.message)
  if (error instanceof EarshotError) return explainRefusal(error)
  if (!(error instanceof Error)) return told(1, 'failed', String(error))
  const code: unknown = Reflect.get(error, 'code') // node's own errors carry a code
  if (code === 'ENOENT') return told(1, 'no_such_file', `There is no such file: ${error.message}`)
  return told(1, 'failed', error.message)
}

function explainRefusal(error: EarshotError): Explained {
  const { code, status, message, details, requestId } = error
  if (code === 'service_unreachable') return told(3, 'not_running', new NotRunning().message)
  return {
    code: 1,
    lines: [
      `${message} (${code})`,
      ...details.map((one) => `  ${one.field}: ${one.message} (${one.code})`),
      ...(requestId ? [`  request ${requestId}`] : []),
    ],
    value: { error: { code, status, message, details, request_id: requestId } },
  }
}

const told = (exitCode: number, code: string, message: string): Explained => ({
  code: exitCode,
  lines: [message],
  value: { error: { code, message } },
})
