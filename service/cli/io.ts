import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UsageError } from './errors.ts'

/** The surroundings of a command; tests pass their own. */
export type Io = {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Returns once a person has said yes; throws if nobody can be asked or the answer is another. */
export async function confirm({ stdin, stderr, signal }: Io, question: string): Promise<void> {
  if (!stdin.isTTY) {
    throw new UsageError(`${question} Without a terminal nobody can be asked: add --yes.`)
  }
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was done.')
  } finally {
    terminal.close()
  }
}
