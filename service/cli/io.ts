import type { Readable, Writable } from 'node:stream'

/** What a command meets of its surroundings; tests give their own. */
export type Io = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** The right word was used in the wrong way; exit code 2. */
export class UsageError extends Error {}

/** No service answers here; exit code 3. */
export class NotRunning extends Error {
  constructor() {
    super('Earshot is not running here. Start it with: npm start (or npm run serve)')
  }
}
