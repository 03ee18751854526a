import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type ChildService = {
  baseUrl: string
  key: string
  stop: () => Promise<void>
  /** Ends it as a power cut of the process would. */
  kill: () => Promise<void>
}

export type Start = {
  dataDir: string
  logFile: string
  /** The program to start: the product, or the product with scripted engines. */
  entry: string
  env: Record<string, string>
  /** Node's own flags, which stand before the entry. */
  flags?: readonly string[]
}

/** Compiling PostgreSQL twice, the second time for speed, is not paid back by a service that lives for a minute. */
export const shortLived = ['--liftoff-only']

const root = path.join(import.meta.dirname, '../../..')

/** Starts the service as its own process and finds it as the documentation says: by its files. */
export async function startChildService({ dataDir, logFile, entry, env, flags = [] }: Start) {
  const child = spawn(process.execPath, [...flags, path.join(root, entry)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '', // what a test runner sets for itself is not for the product
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_PORT: '0',
      EARSHOT_MODELS_PATH: '', // the bundled speech model and the built-in analyser: always the same
      EARSHOT_LOG_LEVEL: 'debug',
      ...env,
    },
  })
  const log = createWriteStream(logFile)
  let said = ''
  child.stderr.on('data', (chunk) => {
    log.write(chunk)
    said = (said + String(chunk)).slice(-2_000)
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.write(`${line}\n`)
      if (line.startsWith('Earshot answers at')) resolve()
    })
  })
  const session = JSON.parse(await readFile(path.join(dataDir, 'service.json'), 'utf8'))
  const key = await readFile(path.join(dataDir, 'session-token'), 'utf8')
  const service: ChildService = {
    baseUrl: session.base_url,
    key: key.trim(),
    stop: () => endWith(child, 'SIGTERM'),
    kill: () => endWith(child, 'SIGKILL'),
  }
  return service
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
