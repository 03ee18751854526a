import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { UtilityProcess } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveScripts } from '../../main/engine-process.ts'
import { hostService } from '../../main/service-host.ts'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { runScript } from '../../service/engine/processes/run-script.ts'
import { startScriptsByShell, type ScriptReport } from '../../service/shell-scripts.ts'
import { isNightly } from '../support/nightly.ts'
import { prepareTemplate } from '../support/prepared-data.ts'
import { makeWav, readPcm, sine } from '../support/sound.ts'
import { made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const root = path.join(import.meta.dirname, '../..')
const runner = path.join(root, 'main/engine-child.ts')
const scripts = path.join(import.meta.dirname, 'scripts')
const script = (name: string) => path.join(scripts, `${name}-child.ts`)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-scripts-'))
  made.children.length = 0
})
afterEach(async () => {
  for (const child of made.children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** The service's end and the shell's, joined as Electron joins them: what is sent is a copy. */
function connect(serviceFolder = path.join(root, 'service')) {
  const reports: ScriptReport[] = []
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: object) => void service.emit('message', structuredClone(message)),
  })
  const service = Object.assign(new EventEmitter(), {
    postMessage: (report: ScriptReport) => {
      reports.push(report)
      port.emit('message', { data: structuredClone(report) })
    },
  })
  // serveScripts uses its messages and its end, nothing else.
  serveScripts(service as unknown as UtilityProcess, { runner, serviceFolder })
  const startScript = startScriptsByShell({ parentPort: port })
  if (!startScript) throw new Error('no way to start scripts')
  const run = (name: string, limits: string[] = [], signal = new AbortController().signal) => {
    const said: unknown[] = []
    const progress = Promise.withResolvers<void>()
    const task = {
      command: '/no/such/node',
      args: [...limits, script(name)],
      box: null,
      deadlineMs: 60_000,
      runDir: path.join(folder, 'running'),
      startScript,
      onMessage: (content: unknown) => void said.push(content),
    }
    const result = runScript(task, { signal, onProgress: () => progress.resolve() })
    return { result, said, hasBegun: progress.promise }
  }
  return { service, port, reports, startScript, run }
}

test('a recording is decoded by a process that the shell started', async () => {
  const { startScript } = connect()
  const file = path.join(folder, 'tone.wav')
  const target = path.join(folder, 'out.wav')
  await writeFile(file, makeWav({ rate: 44_100, channels: 2 }, 2, sine(440)))
  const deps = { nodePath: '/no/such/node', runDir: path.join(folder, 'running'), startScript }
  const fractions: number[] = []
  const { signal } = new AbortController()
  const options = { signal, onProgress: (fraction: number) => void fractions.push(fraction) }
  const decoded = await decodeAudio(deps, { path: file, target }, options)
  expect(decoded.durationSeconds).toBeCloseTo(2, 2)
  expect(readPcm(target).rate).toBe(16_000)
  expect(fractions.at(-1)).toBe(1)
  expect(made.children).toHaveLength(1)
})

test('a script is told, tells, and is told of: message, last line, code', async () => {
  const { startScript } = connect(scripts)
  process.env['SECRET_OF_THE_SHELL'] = 'x'
  const env = { PATH: process.env['PATH'], NODE_OPTIONS: '--inspect', HOME: folder }
  const child = startScript({ entry: script('talking'), args: ['a', 'b c'], execArgv: [], env })
  delete process.env['SECRET_OF_THE_SHELL']
  await once(child, 'spawn')
  expect(child.pid).toBe(made.children[0]?.pid)
  let text = ''
  child.stdout?.on('data', (chunk) => (text += String(chunk)))
  child.send({ hello: 'there' }, () => {})
  const [[answer], [code]] = await Promise.all([once(child, 'message'), once(child, 'close')])
  expect(answer).toMatchObject({ received: { hello: 'there' }, args: ['a', 'b c'] })
  expect(answer.names).not.toContain('NODE_OPTIONS')
  expect(answer.names).not.toContain('SECRET_OF_THE_SHELL')
  expect(text).toBe('{"last":"words"}\n')
  expect(code).toBe(3)
  expect(child.connected).toBe(false)
})

test('a cancelled script is ended, though it is stuck and hears nothing', async () => {
  const controller = new AbortController()
  const { result, hasBegun } = connect(scripts).run('hanging', [], controller.signal)
  await hasBegun
  controller.abort()
  await expect(result).rejects.toMatchObject({ code: 'cancelled' })
  expect(made.children[0]?.signalCode).toBe('SIGKILL')
})

test('a script that wants more memory than it may have is ended and says so', async () => {
  const { result } = connect(scripts).run('hungry', ['--max-old-space-size=100'])
  const { code, stderrTail } = await result
  expect(code).toBe(134)
  expect(stderrTail).toContain('heap out of memory')
}, 30_000)

test('a service that dies takes its scripts along', async () => {
  const { service, run } = connect(scripts)
  const { hasBegun, result } = run('hanging')
  result.catch(() => {}) // nobody is left to be told
  await hasBegun
  const [child] = made.children
  if (!child) throw new Error('nothing was started')
  service.emit('exit', 1)
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
})

const refused = {
  'another folder': { entry: '/etc/passwd-child.ts' },
  'a way out of the folder': { entry: path.join(root, 'service/../test/run-child.ts') },
  'a neighbour with a longer name': { entry: `${path.join(root, 'service')}s/evil-child.ts` },
  'a relative path': { entry: 'service/engine/decode/decode-child.ts' },
  'a file that is no child': { entry: path.join(root, 'service/serve.ts') },
  'an option that loads code': { exec_argv: ['--import=/tmp/evil.mjs'] },
  'an option that opens a debugger': { exec_argv: ['--inspect'] },
  'a number for an argument': { args: [7] },
  'a NUL in an argument': { args: ['a\0b'] },
  'no environment': { env: null },
}

test.each(Object.entries(refused))('%s is not started', async (_name, change) => {
  const { port } = connect()
  const entry = path.join(root, 'service/engine/decode/decode-child.ts')
  const order = { type: 'script.start', id: 1, entry, args: [], exec_argv: [], env: {} }
  port.postMessage({ ...order, ...change })
  expect(made.children).toEqual([])
})

test('a refusal reaches who asked, as a program that cannot be started', async () => {
  const { run } = connect(path.join(root, 'service'))
  await expect(run('hanging').result).rejects.toMatchObject({ code: 'engine_crashed' })
})

// By night its script makes the database; with each change it copies the template, in a tenth of the
// time, and decoding (above) shows that scripts of the service run in the shell.
test('the whole service starts in the shell, with a new database', async () => {
  await prepareTemplate()
  const ready = Promise.withResolvers<{ service: { base_url: string } }>()
  const host = await hostService({
    entry: path.join(root, 'service/serve.ts'),
    scripts: { runner, serviceFolder: path.join(root, 'service') },
    dataDir: folder,
    env: {
      ...{ ...process.env, EARSHOT_DATA_DIR: folder, EARSHOT_PORT: '0', EARSHOT_LOG_LEVEL: 'warn' },
      ...(isNightly && { EARSHOT_DATABASE_TEMPLATES: path.join(folder, 'no-templates') }),
    },
    onReady: ready.resolve,
    onNotice: () => {},
    onGiveUp: (reason) => ready.reject(new Error(reason)),
  })
  const { service } = await ready.promise
  expect((await fetch(`${service.base_url}/docs/`)).status).toBe(200)
  expect(made.children.length).toBeGreaterThan(isNightly ? 1 : 0)
  await host.stop()
  expect(made.children.every((child) => child.exitCode !== null || child.signalCode)).toBe(true)
}, 90_000)
