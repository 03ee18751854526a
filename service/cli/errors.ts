import { EarshotError } from 'earshot/client'

/** A known command used in the wrong way; exit code 2. */
export class UsageError extends Error {}

/** No service answers here; exit code 3. */
export class NotRunning extends Error {
  constructor() {
    super('Earshot is not running here. Start it with: npm start (or npm run serve)')
  }
}

export type Explained = { code: number; lines: string[]; value: object }

/** Exit codes: 1 the service or a file refused, 2 wrong usage, 3 no service answers. */
export function explain(error: unknown): Explained {
  if (error instanceof NotRunning) return failure(3, 'not_running', error.message)
  if (error instanceof UsageError) return failure(2, 'usage', error.message)
  if (error instanceof EarshotError) return explainRefusal(error)
  if (!(error instanceof Error)) return failure(1, 'failed', String(error))
  const code: unknown = Reflect.get(error, 'code') // Node's own errors carry a code
  if (code === 'ENOENT')
    return failure(1, 'no_such_file', `There is no such file: ${error.message}`)
  return failure(1, 'failed', error.message)
}

function explainRefusal(error: EarshotError): Explained {
  const { code, status, message, details, requestId } = error
  if (code === 'service_unreachable') return failure(3, 'not_running', new NotRunning().message)
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

const failure = (exitCode: number, code: string, message: string): Explained => ({
  code: exitCode,
  lines: [message],
  value: { error: { code, message } },
})
