import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { hostLibrary, openService, recover, type Hosted } from '../../support/library-host.ts'
import { copyLibrary, damages, libraryOnDisk, type Library } from '../../support/library-on-disk.ts'
import { isNightly } from '../../support/nightly.ts'

// A library of which rows are lost is opened with the others (reliability.md B-3).

let library: Library
beforeAll(async () => {
  library = await libraryOnDisk()
})

type Damage = readonly [relation: string, kind: keyof typeof damages, at: number]

async function startDamaged(...all: Damage[]): Promise<Hosted> {
  const folder = await copyLibrary(library)
  for (const [relation, kind, at] of all) {
    const file = library.files.get(relation)
    if (file === undefined) throw new Error(`There is no ${relation}.`)
    await damages[kind](path.join(folder, file), at)
  }
  const host = await hostLibrary(folder)
  onTestFinished(async () => {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return host
}

const read = async (host: Hosted, address: string) => (await host.call('GET', address)).body.data

/** What the notice says of it. */
async function openWhatIsLeft(host: Hosted): Promise<string> {
  expect(await read(host, '/v1/recovery')).toMatchObject({
    damage: { kind: 'lost_rows' },
    actions: expect.arrayContaining(['open_what_is_left']),
  })
  const done = await recover(host, { action: 'open_what_is_left' })
  expect(done).toMatchObject({ is_needed: false, work: { status: 'completed' } })
  const notices: { kind: string; body: string }[] = await read(host, '/v1/notices')
  const { body = '' } = notices.find(({ kind }) => kind === 'library_incomplete') ?? {}
  expect(body).toMatch(/ The library as it was found is kept\.$/)
  return body
}

/** The two recordings that came through the API have their project and their words. */
async function expectWords(host: Hosted): Promise<void> {
  for (const id of library.recordingIds) {
    const recording = `/v1/projects/${library.projectId}/content/${id}`
    const { word_count: count } = await read(host, `${recording}/transcript`)
    expect(count).toBeGreaterThan(0)
  }
}

async function expectSound(host: Hosted): Promise<void> {
  expect((await host.call('POST', '/v1/verify')).status).toBe(202)
  await openService(host).idle()
  expect(await read(host, '/v1/verify')).toMatchObject({ status: 'completed', findings: [] })
}

test('lost rows are told of, what lies beside the recordings is used, and what was found is kept', async () => {
  const host = await startDamaged(
    ['content', 'a page of zeros', 0.5],
    ['projects', 'cut to nothing', 0],
  )
  const told = await openWhatIsLeft(host)
  const [, lost = 0] = (/^Gone: .*\b(\d+) entries of the list of recordings/.exec(told) ?? []).map(
    Number,
  )
  expect(lost).toBeGreaterThan(10)
  const projects = await read(host, '/v1/projects')
  expect(projects).toMatchObject([{ id: library.projectId, content_count: 602 - lost }])
  await expectWords(host)
  await expectSound(host)
  const { dataDir } = openService(host).deps.config
  const [kept = ''] = await readdir(path.join(dataDir, 'replaced'))
  expect(await readdir(path.join(dataDir, 'replaced', kept))).toEqual(['database', 'recovery.json'])
  expect(await readdir(dataDir)).not.toContain('losses.json')
})

// With each change, test/e2e/recovery.e2e.test.ts goes the same way from the page.
test.skipIf(!isNightly)(
  'what is found while the service runs leads there in the same process, with address and key',
  async () => {
    // No count tells of these; the check that follows the start reads them.
    const host = await startDamaged(['transcripts (large values)', 'a page of zeros', 0.5])
    const address = host.baseUrl()
    expect(host.service()).not.toBeNull()
    const isNeeded = async () => (await read(host, '/v1/recovery').catch(() => null))?.is_needed
    await expect.poll(isNeeded).toBe(true)
    expect(host.baseUrl()).toBe(address)
    const refused = await host.call('GET', '/v1/projects')
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'recovery_mode' } } })
    expect(await openWhatIsLeft(host)).toMatch(/^Gone: \d+ entr(y|ies) of the transcripts\. /)
    expect(host.baseUrl()).toBe(address)
    await expectWords(host)
    await expectSound(host)
  },
)

const byNight: Damage[] = [
  ['content', 'cut to nothing', 0],
  ['transcripts', 'a flipped byte', 0.9],
  ['transcripts (large values)', 'cut short', 0],
  ['events', 'a page of zeros', 0.5],
]

test.skipIf(!isNightly).each(byNight)('%s with %s (at %d) is opened', async (...damage) => {
  const host = await startDamaged(damage)
  const isNeeded = async () => (await read(host, '/v1/recovery').catch(() => null))?.is_needed
  await expect.poll(isNeeded).toBe(true)
  expect(await openWhatIsLeft(host)).toMatch(/^Gone: /)
  await expectWords(host)
  await expectSound(host)
})

test.skipIf(!isNightly)(
  'a library without its organization stays closed, as it was found',
  async () => {
    const host = await startDamaged(['organizations', 'cut to nothing', 0])
    const { is_needed: isNeeded, work } = await recover(host, { action: 'open_what_is_left' })
    expect({ isNeeded, code: work.error_code }).toEqual({ isNeeded: true, code: 'still_damaged' })
  },
)
