import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import type { Order, Seen } from '../main/stand-in/control.ts'

const root = path.join(import.meta.dirname, '../..')
const register = path.join(root, 'test/main/stand-in/register.ts')

export type DesktopApp = {
  page: Page
  /** Does what a person does outside of the page, and tells what is there to see. */
  order: (order: Order) => Promise<Seen>
  /** Resolves with the exit code once the whole app is gone. */
  gone: Promise<number | null>
  /** As a crash of the shell, or a person who ends it in the system's list of programs. */
  kill: () => Promise<void>
}

type Options = {
  dataDir: string
  flags?: readonly string[]
  env?: Record<string, string>
  /** Where the app lies; this checkout, unless it is said. */
  place?: string
}

const environment = ({ dataDir, flags = [], env = {} }: Options) => ({
  ...process.env,
  EARSHOT_DATA_DIR: dataDir,
  EARSHOT_PORT: '0',
  EARSHOT_LOG_LEVEL: 'warn',
  EARSHOT_STAND_IN_FLAGS: flags.join('\n'),
  // What a test runner sets for itself is not for the product.
  NODE_OPTIONS: '',
  ...env,
})

const launch = (options: Options, args: readonly string[]): ChildProcess =>
  fork(path.join(options.place ?? root, 'main/index.ts'), args, {
    cwd: options.place ?? root,
    execArgv: ['--import', register],
    env: environment(options),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** The real shell with its real service, in the stand-in for Electron. */
export async function openDesktopApp(options: Options): Promise<DesktopApp> {
  const portFile = path.join(options.dataDir, 'window/DevToolsActivePort')
  await rm(portFile, { force: true })
  const child = launch(options, [])
  // Of the channel, where an order comes too late.
  child.on('error', () => undefined)
  const gone = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const port = await portOf(portFile, child)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [page] = browser.contexts()[0]?.pages() ?? []
  if (!page) throw new Error('The app has no window.')
  let last = 0
  return {
    page,
    gone,
    order: async (order) => {
      const id = ++last
      const answer = new Promise<{ problem: string | null; seen: Seen }>((resolve) => {
        const receive = (message: { id: number; problem: string | null; seen: Seen }) => {
          if (message.id !== id) return
          child.off('message', receive)
          resolve(message)
        }
        child.on('message', receive)
      })
      child.send({ id, order })
      const { problem, seen } = await answer
      if (problem !== null) throw new Error(problem)
      return seen
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** A second start on the same data: it hands its arguments to the first one and ends. */
export async function startAgain(options: Options, args: readonly string[]): Promise<number> {
  const [code] = (await once(launch(options, args), 'exit')) as [number]
  return code
}

async function portOf(file: string, child: ChildProcess): Promise<string> {
  while (child.exitCode === null && child.signalCode === null) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The app ended before it had a window.')
}
