import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type Fact = { type: string; [name: string]: unknown }

/** A child that takes words and says facts, one JSON line each. */
export type TalkingProcess = {
  tell: (word: string) => void
  /** The next fact of these types; skips others. Rejects where the process ends first. */
  receive: (...types: string[]) => Promise<Fact>
  /** Everything said so far. */
  said: Fact[]
  kill: () => Promise<void>
  end: () => Promise<void>
}

/** Starts a TypeScript file of test/support on this Node. */
export function startProcess(file: string, ...args: string[]): TalkingProcess {
  // It lives for seconds: compiling PostgreSQL twice, the second time for speed, is never paid back.
  const script = path.join(import.meta.dirname, file)
  const child = spawn(process.execPath, ['--liftoff-only', script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // What the test runner sets for itself must not reach the product's process.
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const said: Fact[] = []
  let received = 0
  let isOver = false
  let notify: (() => void) | undefined
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    said.push(JSON.parse(line))
    notify?.()
  })
  lines.on('close', () => {
    isOver = true
    notify?.()
  })
  const receive = async (...types: string[]): Promise<Fact> => {
    for (;;) {
      const fact = said[received]
      if (fact) {
        received += 1
        if (types.includes(fact.type)) return fact
      } else if (isOver) throw new Error(`The process ended before it said ${types.join(' or ')}.`)
      else await new Promise<void>((resolve) => (notify = resolve))
    }
  }
  return {
    tell: (word) => void child.stdin.write(`${word}\n`),
    receive,
    said,
    kill: () => ended(child, () => child.kill('SIGKILL')),
    end: () => ended(child, () => child.stdin.end()),
  }
}

async function ended(child: ChildProcess, cause: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // 'close', not 'exit': by then everything it said has been read.
  const end = once(child, 'close')
  cause()
  await end
}
