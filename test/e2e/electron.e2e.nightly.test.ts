import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEarshot } from 'earshot/client'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findElectron, whyNoWindow } from '../../main/find-electron.ts'
import { makeWav, sine } from '../support/sound.ts'

const root = path.join(import.meta.dirname, '../..')
const program = findElectron(root, process.env)
const obstacle = program ? whyNoWindow(process.env) : 'its program is not installed'
if (obstacle !== null) process.stderr.write(`SKIPPED: the Electron tests, because ${obstacle}.\n`)

describe.skipIf(obstacle !== null)('the desktop app', () => {
  let app: ElectronApplication
  let page: Page
  let dataDir = ''

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-app-'))
    // What a test runner sets for itself is not for the product.
    const ours = { EARSHOT_DATA_DIR: dataDir, EARSHOT_PORT: '0', NODE_OPTIONS: '' }
    const env = { ...process.env, ...ours }
    app = await _electron.launch({
      executablePath: program ?? '',
      args: [root],
      env: env as Record<string, string>, // undefined values of process.env are left out by spawn
    })
    // Nobody is there to answer whether running work may be left.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    // The window comes with the service, which makes its database first.
    page = await app.firstWindow({ timeout: 90_000 })
    await page.waitForURL(/^app:\/\/earshot\/app\//)
    await page.evaluate(() => localStorage.setItem('earshot.first-run', 'seen'))
    await page.evaluate(() => (location.hash = '#/projects'))
    await page.getByRole('navigation').waitFor()
  }, 120_000)

  afterAll(async () => {
    await app?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const session = async () => {
    const given = await page.evaluate(() => window.desktop?.session())
    if (!given) throw new Error('the shell gave no session')
    return given
  }

  test('the page comes from its own origin and calls the service with the key of this launch', async () => {
    const status = await page.evaluate(
      async ({ baseUrl, key }) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const body = JSON.stringify({ name: 'From the page' })
        return (await fetch(`${baseUrl}/v1/projects`, { method: 'POST', headers, body })).status
      },
      await session(),
    )
    expect(status).toBe(201)
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

  test('a file outside of the page’s folder is not served by its protocol', async () => {
    const status = await page.evaluate(
      async () => (await fetch('app://earshot/app/..%2f..%2fpackage.json')).status,
    )
    expect(status).toBe(404)
  })

  test('a recording is decoded by a utility process that the shell started', async () => {
    const { baseUrl, key } = await session()
    const earshot = createEarshot({ baseUrl, apiKey: key })
    const { data: project } = await earshot.createProject({ body: { name: 'Decoding' } })
    const sound = new File([new Uint8Array(makeWav({ rate: 44_100 }, 2, sine(440)))], 'tone.wav')
    const { id } = await earshot.upload(project.id, sound)
    const at = { path: { projectId: project.id, contentId: id } }
    const length = async () => (await earshot.getContent(at)).data.duration_seconds
    await expect.poll(length, { timeout: 60_000, interval: 500 }).toBeCloseTo(2, 1)
  }, 90_000)

  test('a service that is killed comes back at its address, and the page goes on', async () => {
    const before = await session()
    // our own file
    const text = await readFile(path.join(dataDir, 'service.json'), 'utf8')
    const { pid } = JSON.parse(text) as { pid: number }
    process.kill(pid, 'SIGKILL')
    const key = async () => (await session().catch(() => before)).key
    await expect.poll(key, { timeout: 60_000 }).not.toBe(before.key)
    expect((await session()).baseUrl).toBe(before.baseUrl)
  }, 90_000)

  test('a link opens its page in the window that is there', async () => {
    await app.evaluate(({ app: shell }) => {
      shell.emit('second-instance', {}, ['earshot', 'earshot://search?q=pricing'])
    })
    await page.waitForURL(/#\/search/)
  })

  test('Import in the menu opens the choice of files of the project that is open', async () => {
    const { baseUrl, key } = await session()
    const earshot = createEarshot({ baseUrl, apiKey: key })
    const { data: project } = await earshot.createProject({ body: { name: 'Imported' } })
    await page.evaluate((id) => (location.hash = `#/projects/${id}`), project.id)
    await page.getByRole('heading', { level: 1, name: 'Imported' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items?.find(({ accelerator }) => accelerator === 'CommandOrControl+O')?.click()
    })
    expect((await chooser).isMultiple()).toBe(true)
  })

  test('what is set in the page is kept by the shell', async () => {
    const state = await page.evaluate(() => window.desktop?.setShortcut?.('Control+Alt+F9'))
    expect(state?.accelerator).toBe('Control+Alt+F9')
    const kept = await readFile(path.join(dataDir, 'window/settings.json'), 'utf8')
    expect(kept).toContain('Control+Alt+F9')
  })
})
