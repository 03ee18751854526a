import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openWithPassphrase } from '../../service/encryption/passphrase.ts'
import { secretFormOf } from '../../service/encryption/secret-form.ts'
import { memoryKeychain } from '../support/keychain.ts'
import {
  copyForEachTest,
  givenLibraryAtRest,
  openService,
  recover,
  type Hosted,
} from '../support/library-host.ts'

// With each change library-host.test.ts finds a damaged library, and makes it anew from the recordings.

let library: Awaited<ReturnType<typeof givenLibraryAtRest>>
beforeAll(async () => {
  library = await givenLibraryAtRest()
  return () => rm(library.dataDir, { recursive: true, force: true })
}, 120_000)

const { at, start, stop } = copyForEachTest(() => library)
const loseDatabase = () => rm(at('database'), { recursive: true })
const namesIn = async (folder: string) => (await readdir(at(folder))).toSorted()

/** What a recovery kept, of the one that ran. */
async function kept(): Promise<string[]> {
  const [folder = ''] = await namesIn('replaced')
  return namesIn(path.join('replaced', folder))
}

async function itemsOf(running: Hosted) {
  await openService(running).idle()
  const { body } = await running.call('GET', '/v1/content')
  return body.data
}

test('rows of a database that opens are exported without its secrets', async () => {
  await rm(at('secret-key'))
  const running = await start()
  const { work } = await recover(running, { action: 'export' })
  const rows = async (name: string) =>
    (await readFile(path.join(work.folder, 'rows', `${name}.jsonl`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  expect(await rows('projects')).toMatchObject([{ name: 'Interviews' }])
  expect((await rows('content')).map(({ id }) => id).toSorted()).toEqual(library.ids.toSorted())
  expect(await rows('transcripts')).toHaveLength(2)
  const { rows: counts } = JSON.parse(await readFile(path.join(work.folder, 'export.json'), 'utf8'))
  expect(counts.content).toEqual({ read: 2, unreadable: 0 })
})

test('a new library is begun, and the old one is kept whole until it is deleted', async () => {
  await loseDatabase()
  const running = await start()
  await recover(running, { action: 'start_fresh' })
  expect(await itemsOf(running)).toEqual([])
  expect(await kept()).toEqual(['database.made', 'recordings', 'recovery.json', 'secret-key'])
  const { body } = await running.call('GET', '/v1/replaced-libraries')
  expect(body.data).toMatchObject([{ id: expect.any(String), size_bytes: expect.any(Number) }])
  const address = `/v1/replaced-libraries/${body.data[0].id}`
  expect((await running.call('DELETE', address)).status).toBe(200)
  expect(await namesIn('replaced')).toEqual([])
  expect((await running.call('DELETE', address)).status).toBe(404)
})

test('with a keychain the secret key lies sealed, and opens what it sealed before', async () => {
  const keychain = memoryKeychain()
  const secret = await readFile(at('secret-key'))
  const hook = { url: 'https://hooks.example.com/a', events: ['*'] }
  const first = await start()
  expect((await first.call('POST', '/v1/webhooks', { body: hook })).status).toBe(201)
  await stop()

  const sealing = await start({ keychain })
  const isActive = async (host: Hosted) => (await host.call('GET', '/v1/webhooks')).body.data
  expect(await isActive(sealing)).toMatchObject([{ is_active: true }])
  expect((await readFile(at('secret-key'))).includes(secret)).toBe(false)
  const begun = await sealing.call('POST', '/v1/backups', { body: { passphrase: 'correct horse' } })
  const read = async () =>
    (await sealing.call('GET', `/v1/backups/${begun.body.data.id}`)).body.data
  await expect.poll(async () => (await read()).status, { timeout: 90_000 }).toBe('completed')
  const manifest = JSON.parse(
    await readFile(at('backups', begun.body.data.id, 'manifest.json'), 'utf8'),
  )
  expect(await openWithPassphrase(manifest.secret, 'correct horse')).toEqual(secret)
  await stop()

  // A service without the app cannot open it, and changes nothing.
  await expect(start()).rejects.toThrow(/start the app/)
  const again = await start({ keychain })
  expect(await isActive(again)).toMatchObject([{ is_active: true }])
  await stop()

  keychain.empty()
  const emptied = await start({ keychain })
  const { body } = await emptied.call('GET', '/v1/recovery')
  expect(body.data.damage.kind).toBe('secret_key')
  await recover(emptied, { action: 'replace_secret_key' })
  // Its secret has to be set anew.
  expect(await isActive(emptied)).toMatchObject([{ is_active: false }])
  expect(secretFormOf(await readFile(at('secret-key')))).toBe('keychain')
})

test('a database that ends three times within a minute is not opened again by itself', async () => {
  const now = Date.now()
  const times = [now - 30_000, now - 20_000, now - 10_000].map((time) => new Date(time))
  await writeFile(at('database-aborts.json'), JSON.stringify(times))
  const running = await start()
  const { body } = await running.call('GET', '/v1/recovery')
  expect(body.data.damage.kind).toBe('database_ends')
  expect((await recover(running, { action: 'try_again' })).is_needed).toBe(false)
  expect(await itemsOf(running)).toHaveLength(2)
})
