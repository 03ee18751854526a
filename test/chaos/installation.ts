import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/s3-server.ts'
import { makeNetwork, whyNoNetwork, type Network, type Namespace } from './network.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const root = path.join(import.meta.dirname, '../..')
const entry = path.join(root, 'test/support/serve-with-scripted-engine.ts')
const clockLibrary = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))

/** Why no process can have another clock; null where it can. */
export const whyNoOtherClock = (): string | null =>
  clockLibrary === undefined ? 'libfaketime is not installed' : null

/** One process of the service, started again after each of its ends. */
export type Member = {
  name: string
  role: 'api' | 'worker'
  /** Where it answers, as callers on this machine see it. */
  origin: string
  /** Undefined where processes have no network of their own. */
  namespace: Namespace | undefined
  pid: () => number | undefined
  /** `clock` is what libfaketime is told, such as +10m. */
  start: (clock?: string) => Promise<void>
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  stop: () => Promise<void>
}

export type Ground = {
  /** Where processes reach what this program offers them. */
  host: string
  network: Network | null
  folder: string
}

export async function prepareGround(folder: string): Promise<Ground> {
  const network = whyNoNetwork() === null ? makeNetwork() : null
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'key'), randomBytes(32))
  return { folder, network, host: network?.host ?? '127.0.0.1' }
}

export async function addMember(
  { folder, network }: Ground,
  { name, role }: Pick<Member, 'name' | 'role'>,
  env: Record<string, string>,
): Promise<Member> {
  const port = await freePort()
  const namespace = network?.join(name, port)
  // At the same port as in its namespace: the service knows itself by that.
  const way: TcpProxy | null = namespace
    ? await startTcpProxy('127.0.0.1', { host: namespace.address, port }, port)
    : null
  const origin = `http://127.0.0.1:${port}`
  const log = createWriteStream(path.join(folder, `${name}.log`))
  let child: ChildProcess | undefined
  const isGone = () => !child || child.exitCode !== null || child.signalCode !== null
  const end: Member['end'] = async (signal) => {
    if (!child || isGone()) return
    const gone = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await gone
  }
  const start: Member['start'] = async (clock) => {
    await end('SIGKILL')
    const own = {
      ...env,
      EARSHOT_DATA_DIR: path.join(folder, name),
      EARSHOT_KEY_FILE: path.join(folder, 'key'),
      EARSHOT_PORT: String(port),
      EARSHOT_ROLE: role,
      // Only what tells the time of day: how long things take is the same for all.
      ...(clock && {
        LD_PRELOAD: clockLibrary,
        FAKETIME: clock,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    }
    const [program = '', ...args] = [...(namespace?.through ?? []), process.execPath, entry]
    const started = spawn(program, args, {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.stderr.pipe(log, { end: false })
    // It says one line, once it answers; where it ends before, none.
    await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])
  }
  return {
    ...{ name, role, origin, namespace, end },
    pid: () => (isGone() ? undefined : child?.pid),
    // Where the database is away a start fails: a platform tries again.
    start: async (clock) => {
      for (let tries = 1; tries <= 60; tries += 1) {
        await start(clock)
        if (!isGone()) return
        await pause(1_000)
      }
      throw new Error(`${name} does not start; see ${folder}/${name}.log`)
    },
    stop: async () => {
      await end('SIGKILL')
      await way?.stop()
      log.end()
    },
  }
}

/** The key that every process of the installation takes. */
export const readToken = async ({ folder }: Ground, { name }: Member): Promise<string> =>
  (await readFile(path.join(folder, name, 'session-token'), 'utf8')).trim()
