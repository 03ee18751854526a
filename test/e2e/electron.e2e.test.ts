import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhatIsStale } from '../../main/build.ts'
import { findElectron, whyNoWindow } from '../../main/find-electron.ts'

const root = path.join(import.meta.dirname, '../..')
const program = findElectron(root, process.env)
const obstacle = program ? whyNoWindow(process.env) : 'its program is not installed'
if (obstacle !== null) process.stderr.write(`SKIPPED: the Electron tests, because ${obstacle}.\n`)

describe.skipIf(obstacle !== null)('the desktop app', () => {
  let app: ElectronApplication
  let page: Page
  let dataDir = ''

  beforeAll(async () => {
    await buildWhatIsStale()
    dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-app-'))
    const env = { ...process.env, EARSHOT_DATA_DIR: dataDir, EARSHOT_PORT: '0' }
    app = await _electron.launch({
      executablePath: program ?? '',
      args: [root],
      env: env as Record<string, string>, // undefined values of process.env are left out by spawn
    })
    page = await app.firstWindow()
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/app\//)
  }, 120_000)

  afterAll(async () => {
    await app?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('the window shows the page of its own service, opened with the key of this launch', async () => {
    await page.getByRole('navigation').waitFor()
    const status = await page.evaluate(async () => {
      const key = await window.desktop?.session()
      const answer = await fetch('/v1/org', { headers: { authorization: `Bearer ${key}` } })
      return answer.status
    })
    expect(status).toBe(200)
  })

  test('the page reaches neither Node nor the shell’s own modules', async () => {
    const found = await page.evaluate(() => [
      typeof Reflect.get(globalThis, 'require'),
      typeof Reflect.get(globalThis, 'process'),
      typeof Reflect.get(globalThis, 'ipcRenderer'),
    ])
    expect(found).toEqual(['undefined', 'undefined', 'undefined'])
  })

  test('the page cannot leave its address or open windows', async () => {
    const before = page.url()
    await page.evaluate(() => {
      window.open('http://127.0.0.1:9/')
      window.location.href = 'http://127.0.0.1:9/'
    })
    expect(app.windows()).toHaveLength(1)
    expect(page.url()).toBe(before)
  })
})
