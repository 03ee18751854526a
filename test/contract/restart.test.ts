import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCall, type Call } from './support/call.ts'
import { shortLived, startChildService, type ChildService } from './support/child-service.ts'
import { expectRefusal } from './support/envelope.ts'

const here = test.skipIf(!inject('world').own)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-contract-restart-'))
  await mkdir(path.join(folder, 'data'))
})
/** Runs when a test has ended, for the next one. */
let running: ChildService | undefined
afterAll(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<ChildService> {
  running = await startChildService({
    dataDir: path.join(folder, 'data'),
    logFile: path.join(folder, 'log'),
    entry: 'service/serve.ts',
    env: {},
    flags: shortLived,
  })
  return running
}

/** The words that some file below `place` holds. */
async function findWords(place: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name))),
  )
  return words.filter((word) => texts.some((text) => text.includes(word)))
}

here('after a kill -9 everything acknowledged is there, and no request is done twice', async () => {
  const first = await start()
  const before = createCall(first.baseUrl, first.key)
  const once = { body: { name: 'Kept' }, headers: { 'idempotency-key': 'across-the-kill' } }
  const project = (await before('POST', '/v1/projects', once)).body.data
  const issued = (await before('POST', '/v1/api-keys', { body: { name: 'Kept' } })).body.data
  const revoked = (await before('POST', '/v1/api-keys', { body: { name: 'Gone' } })).body.data
  await before('DELETE', `/v1/api-keys/${revoked.id}`)
  const withIssued = { ...once, key: issued.key }
  const made = (await before('POST', '/v1/projects', withIssued)).body.data
  const eventIds = async (call: Call) =>
    (await call('GET', '/v1/events')).body.data.map((event: { id: string }) => event.id)
  const events = await eventIds(before)
  await first.kill()

  const second = await start()
  const after = createCall(second.baseUrl, issued.key)
  expect((await after('GET', `/v1/projects/${project.id}`)).body.data).toEqual(project)
  expect(await eventIds(after)).toEqual(events)
  const again = await after('POST', '/v1/projects', once)
  expect([again.status, again.body.data]).toEqual([201, made])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const refused = await after('GET', '/v1/org', { key: revoked.key })
  expectRefusal(refused, 401, 'authentication_required')
})

here('after a stop the key of the app is gone, and so is every word that was deleted', async () => {
  const first = running ?? (await start())
  const write = createCall(first.baseUrl, first.key)
  const [kept, replaced, deleted] = ['keptwords', 'replacedwords', 'deletedwords']
  const make = async (description: string) =>
    (await write('POST', '/v1/projects', { body: { name: 'Calls', description } })).body.data
  const edited = await make(replaced)
  await write('PATCH', `/v1/projects/${edited.id}`, { body: { description: kept } })
  await write('DELETE', `/v1/projects/${(await make(deleted)).id}`)
  const files = ['service.json', 'session-token'].map((name) => path.join(folder, 'data', name))
  for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600)
  await first.stop()
  for (const file of files) await expect(stat(file)).rejects.toThrow('ENOENT')
  expect(await findWords(path.join(folder, 'data'), [kept, replaced, deleted])).toEqual([kept])
  const second = await start()
  expect(second.key).not.toBe(first.key)
  const call = createCall(second.baseUrl, second.key)
  expect((await call('GET', '/v1/org')).status).toBe(200)
  expectRefusal(await call('GET', '/v1/org', { key: first.key }), 401, 'authentication_required')
})
