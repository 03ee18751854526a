import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createClient, type Client } from './path-client.ts'
import { readConfig } from '../../service/config.ts'
import { findSession } from '../../service/cli/discovery.ts'
import { prepareTemplate } from './prepared-data.ts'

export type ServiceProcess = {
  baseUrl: string
  token: string
  pid: number
  client: Client
  /** The end of its log. */
  lastWords: () => string
  /** Resolves once it is gone; says how it ended. */
  ended: Promise<number | null>
  /** Asks it to stop and waits until it is gone; says how it ended. */
  stop: () => Promise<number | null>
  /** Ends it at once, as a power cut of the process would; waits until it is gone. */
  kill: () => Promise<void>
}

const root = path.join(import.meta.dirname, '../..')
const serveEntry = path.join(root, 'service/serve.ts')

/**
 * Starts the real service as a process of its own on a free port, and waits until it answers. It
 * copies its database from a template, unless its folder has one. `through` is a program that becomes it.
 */
export function startServiceProcess(
  dataDir: string,
  env: Record<string, string> = {},
  entry: string = serveEntry,
  through: readonly string[] = [],
): Promise<ServiceProcess> {
  // A service of a test lives for seconds: compiling PostgreSQL twice, the second time for speed, is never paid back.
  return startProcess(dataDir, env, [...through, process.execPath, '--liftoff-only', entry])
}

/** The same, compiled as it is for people, whose searches take two thirds of the time: for benches. */
export const startMeasuredService = (
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> => startProcess(dataDir, env, [process.execPath, serveEntry])

async function startProcess(
  dataDir: string,
  env: Record<string, string>,
  [program = '', ...args]: readonly string[],
): Promise<ServiceProcess> {
  await prepareTemplate()
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '', // what a test runner sets for itself is not for the product
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_PORT: '0',
      EARSHOT_BACKUP_DAILY: 'false',
      EARSHOT_LOG_LEVEL: 'warn',
      // Also where a test gives it a cache of its own.
      EARSHOT_DATABASE_TEMPLATES: readConfig(process.env).databaseTemplates,
      ...env,
    },
  })
  const ended = once(child, 'exit').then(() => child.exitCode)
  let said = ''
  child.stderr?.on('data', (chunk) => (said = (said + String(chunk)).slice(-20_000)))
  const lastWords = () => said
  await untilItAnswers(child, lastWords)
  const session = await findSession(dataDir)
  if (!session) throw new Error('The service answers but has not announced itself.')
  const { base_url: baseUrl, pid } = session.service
  const { token } = session
  return {
    baseUrl,
    token,
    pid,
    client: createClient({ baseUrl, token }),
    lastWords,
    ended,
    stop: () => endWith(child, 'SIGTERM'),
    kill: async () => void (await endWith(child, 'SIGKILL')),
  }
}

async function untilItAnswers(child: ChildProcess, lastWords: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`The service ended with ${code}:\n${lastWords()}`)),
    )
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Earshot answers at')) resolve()
    })
  })
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
