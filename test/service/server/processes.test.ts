import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { openStream } from '../../support/event-stream.ts'
import { isNightly } from '../../support/nightly.ts'
import type { Project } from '../../support/path-client.ts'
import { makePostgresDatabase } from '../../support/server-database.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'

let folder: string
let databaseUrl: string
let running: ServiceProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-server-'))
  databaseUrl = await makePostgresDatabase()
  await writeFile(path.join(folder, 'key'), randomBytes(32).toString('base64'))
  await writeFile(path.join(folder, 'other-key'), randomBytes(32))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(name: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess(path.join(folder, name), {
    EARSHOT_DATABASE_URL: databaseUrl,
    EARSHOT_KEY_FILE: path.join(folder, 'key'),
    ...env,
  })
  running.push(service)
  return service
}

test('processes on one database answer the same, with the same key only, and tell each other of events', async () => {
  const [one, two] = await Promise.all([start('one'), start('two')])
  expect(two.token).toBe(one.token)
  const stream = await openStream({ baseUrl: two.baseUrl, sessionToken: two.token })
  const project = await one.client.post<Project>('/v1/projects', { name: 'Shared' })
  expect(await two.client.get(`/v1/projects/${project.id}`)).toEqual(project)
  await stream.received(1)
  expect(stream.events[0]?.event).toBe('project.created')
  stream.close()
  const other = start('three', { EARSHOT_KEY_FILE: path.join(folder, 'other-key') })
  await expect(other).rejects.toThrow('holds another key')
})

// The settings themselves are what check-server.test.ts shows with each change.
test.runIf(isNightly)(
  'a process that only answers does not start without a store: the others could not read its recordings',
  async () => {
    await expect(start('two', { EARSHOT_ROLE: 'api' })).rejects.toThrow(
      'EARSHOT_ROLE=api needs EARSHOT_S3_BUCKET',
    )
  },
)
