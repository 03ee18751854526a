import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createBlobs } from '../../service/blobs/blobs.ts'
import {
  deriveLibraryKeys,
  openLibraryKey,
  readLibraryKeyFile,
  type LibraryKeys,
} from '../../service/encryption/library-key.ts'
import { callService, type Answer, type TestApp } from '../support/app.ts'
import { makeBackup } from '../support/backups.ts'
import { encrypt, passphrase } from '../support/encrypted-library.ts'
import { givenRecording } from '../support/factory.ts'
import { givenLibraryAtRest, hostLibrary, openService } from '../support/library-host.ts'
import { isNightly, perChange } from '../support/nightly.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { createRandom } from './ledger.ts'

// Kills while a whole library is changed: a rekey (reliability.md B-8) and a restore (reliability.md B-3) are done or undone by the next
// start, and nothing is lost. One kill of a rekey with each change, 30 of each by night.
const kills = Number(process.env['EARSHOT_KILLS'] ?? perChange(1, 30))
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)

let dataDir = ''
let service: ServiceProcess | undefined
afterEach(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

type Library = { hashes: Map<string, string>; texts: string; backup: string }

/** At rest: recordings large enough that a kill falls between two of them, and a backup with all of them. */
async function givenLibrary({ isEncrypted }: { isEncrypted: boolean }): Promise<Library> {
  dataDir = (await givenLibraryAtRest()).dataDir
  const host = await hostLibrary(dataDir)
  if (isEncrypted) await encrypt(host)
  const app = { ...openService(host), call: host.call } as TestApp
  const [project] = (await host.call('GET', '/v1/projects')).body.data
  for (let made = 0; made < perChange(2, 6); made++) {
    const bytes = new Uint8Array(randomBytes(perChange(300_000, 3_000_000)))
    await givenRecording(app, project.id, { filename: `call ${made}.wav`, bytes })
  }
  const backup = isNightly ? await makeBackup(app, { include_media: true }) : null
  const rows = await app.deps.db.sql.selectFrom('content').select(['id', 'sha256']).execute()
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256 ?? '']))
  const texts = await textsOf(host.call)
  await host.stop()
  return { hashes, texts, backup: backup?.id ?? '' }
}

type Call = TestApp['call']
const callOf =
  ({ baseUrl, token }: ServiceProcess): Call =>
  (...request) =>
    callService({ baseUrl, sessionToken: token }, ...request)

async function textsOf(call: Call): Promise<string> {
  const { body } = await call('GET', '/v1/content?limit=100')
  const texts = body.data.map(async (item: { id: string; project_id: string }) => {
    const { body: found } = await call('GET', `/v1/projects/${item.project_id}/content/${item.id}`)
    const { body: said } = await call(
      'GET',
      `/v1/projects/${item.project_id}/content/${item.id}/transcript`,
    )
    return JSON.stringify([found.data.id, found.data.filename, said.data.text])
  })
  return ((await Promise.all(texts)) as string[]).toSorted().join('\n')
}

/** Null while one takes the place of the other, and nobody answers. */
const read = (call: Call, address: string): Promise<Answer['body'] | null> =>
  call('GET', address).then(
    ({ body }) => body.data,
    () => null,
  )

async function expectWhole(call: Call, { hashes, texts }: Library, keys: LibraryKeys | null) {
  expect(await textsOf(call)).toBe(texts)
  const blobs = createBlobs({ dataDir, keys })
  for (const [id, hash] of hashes)
    expect(await blobs.hash(id, AbortSignal.timeout(60_000)), id).toBe(hash)
}

test(
  `after ${kills} kills in a rekey one key opens all of the library, the old or the new`,
  { timeout: 90_000 + kills * 120_000 },
  async () => {
    process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
    const random = createRandom(seed)
    const library = await givenLibrary({ isEncrypted: true })
    let [opening, span, renewed] = [passphrase, 3_000, 0]
    for (let round = 0; round < kills; round++) {
      service = await startServiceProcess(dataDir, { EARSHOT_PASSPHRASE: opening })
      const next = `passphrase of round ${round}`
      const begunAt = Date.now()
      const begun = await callOf(service)('POST', '/v1/encryption/rekey', {
        body: { passphrase: next },
      })
      expect(begun.status).toBe(202)
      if (round === 0 && kills > 1) span = await untilDone(callOf(service), begunAt)
      else await pause(random.between(0, span))
      await service.kill()

      service = await startServiceProcess(dataDir)
      const call = callOf(service)
      const file = await readLibraryKeyFile(dataDir)
      const openers = [opening, next]
      const opened = await Promise.all(
        openers.map((one) => file && openLibraryKey(file, { passphrase: one })),
      )
      expect(opened.filter((key) => key !== null)).toHaveLength(1)
      const at = opened.findIndex((key) => key !== null)
      const unlock = (given: string) =>
        call('POST', '/v1/encryption/unlock', { body: { passphrase: given } })
      expect((await unlock(openers[1 - at] ?? '')).status).toBe(403)
      expect((await unlock(openers[at] ?? '')).status).toBe(202)
      const isOpen = async () => expect((await read(call, '/v1/encryption'))?.state).toBe('on')
      await vi.waitFor(isOpen, { timeout: 60_000, interval: 200 })
      await expectWhole(call, library, deriveLibraryKeys(opened[at] ?? Buffer.alloc(0)))
      const names = await readdir(dataDir)
      expect(names.filter((name) => ['restoring', 'swap.json'].includes(name))).toEqual([])
      expect(await readdir(path.join(dataDir, 'replaced')).catch(() => [])).toEqual([])
      await service.kill()
      opening = openers[at] ?? ''
      renewed += at
      process.stderr.write(`${round + 1} kills, ${renewed} ended with the new key\n`)
    }
  },
)

async function untilDone(call: Call, since: number): Promise<number> {
  const isDone = async () => {
    const { work, recordings, state } = (await read(call, '/v1/encryption')) ?? {}
    expect({ state, status: work?.status }).toEqual({ state: 'on', status: 'completed' })
    expect(recordings.encrypted_count).toBe(recordings.count)
  }
  await vi.waitFor(isDone, { timeout: 120_000, interval: 100 })
  return Date.now() - since
}

test.runIf(isNightly).each([{ isEncrypted: false }, { isEncrypted: true }])(
  `after ${kills} kills in a restore there is the whole of one library, encrypted: $isEncrypted`,
  { timeout: 90_000 + kills * 120_000 },
  async ({ isEncrypted }) => {
    process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
    const random = createRandom(seed)
    const library = await givenLibrary({ isEncrypted })
    const env = isEncrypted ? { EARSHOT_PASSPHRASE: passphrase } : {}
    const file = await readLibraryKeyFile(dataDir)
    const key = file && (await openLibraryKey(file, { passphrase }))
    let [span, restored] = [3_000, 0]
    const order = { action: 'restore_backup', backup: library.backup }
    for (let round = 0; round < kills; round++) {
      service = await startServiceProcess(dataDir, env)
      await callOf(service)('POST', '/v1/projects', { body: { name: 'Later' } })
      const begunAt = Date.now()
      expect((await callOf(service)('POST', '/v1/recovery', { body: order })).status).toBe(202)
      if (round === 0 && kills > 1) span = await untilRestored(callOf(service), begunAt)
      else await pause(random.between(0, span))
      await service.kill()

      service = await startServiceProcess(dataDir, env)
      const call = callOf(service)
      await expectWhole(call, library, key && deriveLibraryKeys(key))
      const projects = (await read(call, '/v1/projects')).map(({ name }: { name: string }) => name)
      expect([['Interviews'], ['Interviews', 'Later']]).toContainEqual(projects.toSorted())
      const names = await readdir(dataDir)
      expect(names.filter((name) => ['restoring', 'swap.json'].includes(name))).toEqual([])
      if (projects.length === 1) restored++
      else await removeLater(call)
      process.stderr.write(`${round + 1} kills, ${restored} ended with the backup\n`)
      await service.kill()
    }
  },
)

async function untilRestored(call: Call, since: number): Promise<number> {
  const isDone = async () =>
    expect((await read(call, '/v1/recovery'))?.work).toMatchObject({
      status: 'completed',
      lost_count: 0,
    })
  await vi.waitFor(isDone, { timeout: 120_000, interval: 100 })
  return Date.now() - since
}

async function removeLater(call: Call): Promise<void> {
  for (const { id, name } of await read(call, '/v1/projects')) {
    if (name === 'Later') await call('DELETE', `/v1/projects/${id}`)
  }
}
