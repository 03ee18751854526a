import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../support/path-client.ts'
import { findSession } from '../../service/cli/discovery.ts'

const program = path.join(import.meta.dirname, '../../main/start.ts')
let dataDir = ''
let first: Started

type Started = { child: ChildProcess; lines: string[]; address: URL; ended: Promise<number | null> }

/** Runs `npm start` where no window can be shown, until it has printed its address. */
async function start(): Promise<Started> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NO_COLOR: '1',
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      EARSHOT_NO_OPEN: '1',
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_PORT: '0',
    },
  })
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    const address = /http:\/\/127\.0\.0\.1:\d+\/app\/#token=\S+/.exec(line)?.[0]
    if (address) return { child, lines, address: new URL(address), ended }
  }
  throw new Error(`npm start ended without an address: ${lines.join('\n')}`)
}

const tokenOf = ({ address }: Started) => address.hash.replace('#token=', '')

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-start-'))
  first = await start()
}, 180_000)
afterAll(async () => {
  first?.child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('without a window the service starts and its address opens it', async () => {
  const client = createClient({ baseUrl: first.address.origin, token: tokenOf(first) })
  expect(await client.get('/v1/org')).toMatchObject({ id: expect.stringMatching(/^org_/) })
  const page = await fetch(new URL('/app/', first.address))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
})

test('it says which engines answer, or what to install', () => {
  const told = first.lines.join('\n')
  expect(told).toMatch(/^Transcription(: whisper-| is not available: \S)/m)
  expect(told).toMatch(/^Analysis: \S/m)
  expect(told).toContain(`Data: ${dataDir}`)
})

test('a second start shows the address of the first and ends with 0', async () => {
  const second = await start()
  expect(second.address.href).toBe(first.address.href)
  expect(await second.ended).toBe(0)
  expect(second.lines).toContain('Earshot already runs for this data folder.')
}, 120_000)

test('Ctrl-C stops it and withdraws its address', async () => {
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(await findSession(dataDir)).toBeNull()
})
