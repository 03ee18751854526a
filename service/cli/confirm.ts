import { createInterface } from 'node:readline/promises'
import { UsageError, type Io } from './io.ts'

/** Returns once a person has said yes; throws where nobody can be asked, or said otherwise. */
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
