import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findSession } from '../../service/cli/discovery.ts'

const program = path.join(import.meta.dirname, '../../main/dev.ts')
let dataDir = ''
let first: Started

type Started = { child: ChildProcess; lines: string[]; ended: Promise<number | null> }

/** Runs `npm run dev` on this test's data folder; its lines go on coming. */
function start(): Started {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NO_COLOR: '1',
      EARSHOT_NO_OPEN: '1',
      EARSHOT_DATA_DIR: dataDir,
    },
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  return { child, lines, ended }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const said = ({ lines }: Started, pattern: RegExp): string =>
  pattern.exec(lines.join('\n'))?.[1] ?? ''

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-dev-'))
  first = start()
}, 180_000)
afterAll(async () => {
  const session = await findSession(dataDir)
  first?.child.kill('SIGINT')
  await first?.ended
  // The service is a process of its own, and still closes its database.
  if (session) await vi.waitUntil(() => !isAlive(session.service.pid), { timeout: 30_000 })
  await rm(dataDir, { recursive: true, force: true })
})

test('it prints the address of the page with a key that the service takes', async () => {
  const address = /(http:\S+#token=\S+)/
  await expect.poll(() => said(first, address), { timeout: 60_000 }).not.toBe('')
  const { origin, hash } = new URL(said(first, address))
  const headers = { authorization: `Bearer ${hash.replace('#token=', '')}` }
  expect((await fetch(`${origin}/v1/org`, { headers })).status).toBe(200)
}, 120_000)

test('a second one on the same data folder names the first, and ends with 1', async () => {
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.lines.join('\n')).toContain(`already runs for ${dataDir}`)
  expect(second.lines.join('\n')).toContain(said(first, /API +(http:\/\/127\.0\.0\.1:\d+)/))
}, 120_000)
