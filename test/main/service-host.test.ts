import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hostService, type ServiceHost } from '../../main/service-host.ts'
import type { Session } from '../../service/cli/discovery.ts'
import type { ShellNotice } from '../../main/notices.ts'
import { made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const entry = path.join(import.meta.dirname, 'announcing-service.ts')
let dataDir = ''
let host: ServiceHost | null = null

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-host-'))
  made.children.length = 0
})

afterEach(async () => {
  await host?.stop()
  host = null
  for (const child of made.children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a host whose readiness and surrender can be awaited one after the other. */
async function startHost(env: Record<string, string> = {}) {
  const ready: Session[] = []
  const gaveUp = Promise.withResolvers<string>()
  const told = Promise.withResolvers<ShellNotice>()
  let changed = Promise.withResolvers<void>()
  host = await hostService({
    entry,
    scripts: { runner: '', serviceFolder: '' },
    dataDir,
    env: { ...process.env, EARSHOT_DATA_DIR: dataDir, ...env },
    onReady: (session) => {
      ready.push(session)
      changed.resolve()
      changed = Promise.withResolvers()
    },
    onGiveUp: gaveUp.resolve,
    onNotice: told.resolve,
  })
  const nextReady = async (count: number) => {
    while (ready.length < count) await changed.promise
    return ready[count - 1]
  }
  return { host, nextReady, gaveUp: gaveUp.promise, told: told.promise }
}

test('the service is ready once its own process has announced itself', async () => {
  const { host: started, nextReady } = await startHost()
  const session = await nextReady(1)
  expect(session?.service.pid).toBe(made.children[0]?.pid)
  expect(started.session()?.token).toBe(session?.token)
})

test('a killed service is started again, with its new key', async () => {
  const { host: started, nextReady } = await startHost()
  const first = await nextReady(1)
  made.children[0]?.kill('SIGKILL')
  const second = await nextReady(2)
  expect(second?.service.pid).not.toBe(first?.service.pid)
  expect(started.session()?.token).toBe(second?.token)
})

test('a service that always ends is started four times in a minute and then given up', async () => {
  const { host: started, gaveUp } = await startHost({ TEST_ENDS_AT_ONCE: '1' })
  expect(await gaveUp).toBe('The service ended with code 7.')
  expect(made.children).toHaveLength(4)
  expect(started.session()).toBeNull()
})

test('stop ends the service and does not start it again', async () => {
  const { host: started, nextReady } = await startHost()
  await nextReady(1)
  await started.stop()
  expect(made.children).toHaveLength(1)
  expect(made.children[0]?.signalCode).toBe('SIGTERM')
})

test('a service that runs already is used, and left running', async () => {
  const first = await startHost()
  const session = await first.nextReady(1)
  const child = made.children[0]
  const second = await startHost()
  expect(second.host.session()).toEqual(session)
  expect(made.children).toHaveLength(1)
  await second.host.stop()
  expect(child?.exitCode).toBeNull()
  host = first.host
})

test('a file left by a killed service is not taken for a running one', async () => {
  const { nextReady } = await startHost()
  await nextReady(1)
  await host?.stop() // the stand-in leaves its files behind, as a killed service does
  const again = await startHost()
  await again.nextReady(1)
  expect(made.children).toHaveLength(2)
  const [, second] = made.children
  if (second && second.exitCode === null) {
    second.kill('SIGTERM')
    await once(second, 'exit')
  }
})

test('what the service tells the owner reaches the shell, and nothing else does', async () => {
  const notice = { title: 'Webhook switched off', body: 'wh_1', link: '/app/#/webhooks/wh_1' }
  const messages = ['hello', null, { type: 'notice', notice: { title: 1 } }]
  const says = JSON.stringify([...messages, { type: 'notice', notice }])
  const { told } = await startHost({ TEST_SAYS: says })
  const { title, body } = notice
  expect(await told).toEqual({ title, body, path: '/webhooks/wh_1' })
})
