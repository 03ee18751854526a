import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  copyForEachTest,
  givenLibraryAtRest,
  openService,
  recover,
  type Hosted,
} from '../support/library-host.ts'
import { isNightly } from '../support/nightly.ts'

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

test('a library that cannot be opened is told of, and nothing else is answered', async () => {
  await loseDatabase()
  const before = await namesIn('.')
  const running = await start()
  expect(running.service()).toBeNull()
  const { status, body } = await running.call('GET', '/v1/recovery')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    is_needed: true,
    damage: { kind: 'database' },
    recordings: { count: 2, described_count: 2, size_bytes: 38 },
    actions: ['try_again', 'restore_backup', 'export', 'rebuild', 'start_fresh'],
    work: null,
  })
  const other = await running.call('GET', '/v1/projects', { key: null })
  expect(other).toMatchObject({ status: 503, body: { error: { code: 'recovery_mode' } } })
  expect((await running.call('GET', '/v1/recovery', { key: null })).status).toBe(401)
  const foreign = { headers: { origin: 'https://example.com' } }
  expect((await running.call('GET', '/v1/recovery', foreign)).status).toBe(403)
  const wrong = { body: { action: 'replace_secret_key' } }
  expect((await running.call('POST', '/v1/recovery', wrong)).status).toBe(409)
  expect((await recover(running, { action: 'try_again' })).work).toMatchObject({
    status: 'failed',
    error_code: 'still_damaged',
  })
  await stop()
  const added = (await namesIn('.')).filter((name) => !before.includes(name))
  expect(added).toEqual(['recovery.json'])

  // The next start does not try by itself.
  const again = await start()
  expect((await again.call('GET', '/v1/recovery')).body.data.is_needed).toBe(true)
})

test.each(['{"format": 1, "folder": "2026', ...(isNightly ? ['', '{}'] : [])])(
  'a change of which nobody knows how far it came opens nothing by itself: swap.json with %j',
  async (text) => {
    await writeFile(at('swap.json'), text)
    const running = await start()
    const { body } = await running.call('GET', '/v1/recovery')
    expect(body.data).toMatchObject({ is_needed: true, damage: { kind: 'database' } })
    expect(await namesIn('.')).toContain('swap.json')
    expect(await recover(running, { action: 'try_again' })).toMatchObject({ is_needed: false })
    expect(await itemsOf(running)).toHaveLength(2)
    expect(await kept()).toEqual(['swap.json'])
  },
)

test('what is readable is exported, then the library is made anew from the recordings', async () => {
  await rm(at('database', 'global', 'pg_control'))
  const running = await start()
  const token = running.sessionToken
  const address = running.baseUrl()
  const folder = at('mine')
  const { work } = await recover(running, { action: 'export', folder })
  expect(work).toMatchObject({ status: 'completed', folder })
  expect(await namesIn('mine/recordings/Interviews')).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d Mary_ first.wav$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d Mary_ second.wav$/),
  ])

  expect(await recover(running, { action: 'rebuild' })).toMatchObject({
    is_needed: false,
    work: { status: 'completed' },
  })
  expect([running.baseUrl(), running.sessionToken]).toEqual([address, token])
  const notices = async () => (await running.call('GET', '/v1/notices')).body.data
  await expect.poll(notices).toMatchObject([{ kind: 'library_rebuilt' }])
  const items = await itemsOf(running)
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(library.ids.toSorted())
  expect(items).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  const { body } = await running.call('GET', '/v1/projects')
  expect(body.data).toMatchObject([{ name: 'Interviews', content_count: 2 }])
  expect(await kept()).toEqual(['database', 'database.made', 'recovery.json'])
  expect(await namesIn('.')).not.toContain('rebuild.pending')
  const refused = await running.call('POST', '/v1/recovery', { body: { action: 'start_fresh' } })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'recovery_not_possible' } } })
})

// With each change start.test.ts replaces one that is gone.
test.each(['damaged', ...(isNightly ? ['gone'] : [])])(
  'a secret key that is %s is replaced where the owner says so',
  async (how) => {
    const file = at('secret-key')
    await (how === 'gone' ? rm(file) : writeFile(file, 'short'))
    const running = await start()
    const { body } = await running.call('GET', '/v1/recovery')
    expect(body.data.damage.kind).toBe('secret_key')
    await recover(running, { action: 'replace_secret_key' })
    expect(await itemsOf(running)).toHaveLength(2)
    expect(await readFile(file)).toHaveLength(32)
  },
)
