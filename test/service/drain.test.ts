import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { prepareTemplate } from '../support/prepared-data.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'

beforeAll(() => prepareTemplate(), 120_000)

async function start(drainSeconds: string) {
  const dataDir = await temporaryFolder()
  const service = await startServiceProcess(dataDir, { EARSHOT_DRAIN_SECONDS: drainSeconds })
  onTestFinished(service.kill)
  return { service, dataDir }
}

const readiness = async ({ baseUrl }: ServiceProcess) =>
  (await fetch(new URL('/readyz', baseUrl))).status

/** Sends the signal, and resolves once the process says that it does not want any more requests. */
async function beginToEnd(service: ServiceProcess): Promise<void> {
  expect(await readiness(service)).toBe(200)
  process.kill(service.pid, 'SIGTERM')
  await expect.poll(() => readiness(service)).toBe(503)
}

test('a process that is to end answers for as long as it was told to, and its readers come back', async () => {
  const { service } = await start('2')
  const stream = await fetch(new URL('/v1/events/stream', service.baseUrl), {
    headers: { authorization: `Bearer ${service.token}` },
  })
  await beginToEnd(service)
  const project = await service.client.post<{ name: string }>('/v1/projects', { name: 'Late' })
  expect(project.name).toBe('Late')
  // The whole of an answer, as its end is no broken connection.
  expect(await stream.text()).toMatch(/retry: [1-5]\d{3}\n\n$/)
  expect(await service.ended).toBe(0)
})

test('a second signal ends it at once; the files of its database are for their owner only', async () => {
  const { service, dataDir } = await start('600')
  await service.client.post('/v1/projects', { name: 'Private' })
  await beginToEnd(service)
  expect(await service.stop()).toBe(1)
  if (process.platform === 'win32') return
  const database = path.join(dataDir, 'database')
  const entries = await readdir(database, { recursive: true, withFileTypes: true })
  const modes = entries.map(
    async (entry) => (await stat(path.join(entry.parentPath, entry.name))).mode & 0o077,
  )
  expect((await Promise.all(modes)).filter((mode) => mode !== 0)).toEqual([])
})
