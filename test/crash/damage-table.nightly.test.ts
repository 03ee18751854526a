import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { sharedDataFolder } from '../support/prepared-data.ts'
import { hostLibrary, openService, recover, type Hosted } from '../support/library-host.ts'
import { isNightly } from '../support/nightly.ts'

// Whatever happens to the files of a library that a crash left, its start says so or it is whole: never fewer
// recordings without a word, and from recovery mode one step leads into a library that works (reliability.md B-3).

/** As a crash leaves it, right after a checkpoint, so that the log mends nothing of what is damaged. */
let image = ''
/** Its database a recording earlier, and without the note that its last step was applied. */
let [earlier, unnoted] = ['', '']
let files: Record<'heap' | 'index' | 'projects', string>
let ids: string[] = []
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-damage-'))
  image = `${dataDir}-image`
  earlier = `${dataDir}-earlier`
  unnoted = `${dataDir}-unnoted`
  await cp(await sharedDataFolder(), dataDir, { recursive: true })
  const host = await hostLibrary(dataDir)
  const { db } = openService(host).deps
  const app = { ...openService(host), call: host.call } as TestApp // what the factory takes of one
  const project = await givenProject(app, { name: 'Interviews' })
  ids = [await givenRecording(app, project.id)]
  await sql`CHECKPOINT`.execute(db.sql)
  await cp(path.join(dataDir, 'database'), earlier, { recursive: true })
  ids.push(await givenRecording(app, project.id))
  const { rows } = await sql<typeof files>`
    SELECT pg_relation_filepath('content') AS heap, pg_relation_filepath('content_pkey') AS index,
      pg_relation_filepath('projects') AS projects`.execute(db.sql)
  if (rows[0]) files = rows[0]
  await sql`CHECKPOINT`.execute(db.sql)
  await cp(dataDir, image, { recursive: true })
  await sql`DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)`.execute(db.sql)
  await sql`CHECKPOINT`.execute(db.sql)
  await cp(path.join(dataDir, 'database'), unnoted, { recursive: true })
  await host.stop()
  return async () => {
    for (const folder of [dataDir, image, earlier, unnoted]) await rm(folder, { recursive: true })
  }
}, 120_000)

let dataDir = ''
let host: Hosted | null = null
afterEach(async () => {
  await host?.stop()
  host = null
  await rm(dataDir, { recursive: true, force: true })
})

const at = (...names: string[]) => path.join(dataDir, 'database', ...names)

async function overwrite(file: string, position: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(bytes, 0, bytes.length, position)
  await handle.close()
}

async function zero(file: string): Promise<void> {
  await overwrite(file, 0, Buffer.alloc((await stat(file)).size))
}

async function zeroAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await zero(path.join(folder, entry.name))
}

async function flipByte(file: string): Promise<void> {
  const position = 8_192 - 60
  const byte = (await readFile(file))[position] ?? 0
  await overwrite(file, position, Buffer.from([byte ^ 0x55]))
}

async function putBack(database: string): Promise<void> {
  await rm(at(), { recursive: true })
  await cp(database, at(), { recursive: true })
}

const damages: Record<string, () => Promise<void>> = {
  'a page of zeros': () => overwrite(at(files.heap), 0, Buffer.alloc(8_192)),
  'a file that is gone': () => rm(at(files.heap)),
  'a folder that is gone': () => rm(at(), { recursive: true }),
  'a flipped byte': () => flipByte(at(files.heap)),
  'a table cut to nothing': () => truncate(at(files.heap), 0),
  'an index cut to nothing': () => truncate(at(files.index), 0),
  'a table of the start cut to nothing': () => truncate(at(files.projects), 0),
  'a log of zeros': () => zeroAll(at('pg_wal')),
  'transaction states of zeros': () => zeroAll(at('pg_xact')),
  'a control file of zeros': () => zero(at('global', 'pg_control')),
  'no PG_VERSION': () => rm(at('PG_VERSION')),
  'an older database put back': () => putBack(earlier),
  'a step that was applied and not noted': () => putBack(unnoted),
}
const sampled = ['a page of zeros', 'a file that is gone', 'transaction states of zeros']
const cases = Object.entries(damages).filter(([name]) => isNightly || sampled.includes(name))

/** Each recording once, where it was or set aside. */
async function expectRecordings(): Promise<void> {
  for (const id of ids) {
    const places = [
      path.join(dataDir, 'recordings', id),
      path.join(dataDir, 'recordings/orphaned', id),
    ]
    const found = await Promise.all(places.map((file) => readFile(file, 'utf8').catch(() => null)))
    expect(found.filter((text) => text !== null)).toEqual(['some recorded bytes'])
  }
}

const data = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data

test.each(cases)(
  '%s: told of, no recording lost, and mended in one step',
  async (_name, damage) => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-damaged-'))
    await cp(image, dataDir, { recursive: true })
    await damage()
    const running = (host = await hostLibrary(dataDir))
    await expectRecordings()
    if (running.service()) {
      await openService(running).idle()
      const items = await data(running, '/v1/content').catch(() => [])
      const notices = await data(running, '/v1/notices')
      // Found while it ran: recovery mode after all, which the next lines look at.
      if (running.service()) {
        const isWhole = items.length === ids.length
        return expect(isWhole || notices.length > 0).toBe(true)
      }
    }
    const told = await running.call('GET', '/v1/recovery')
    expect(told.body.data).toMatchObject({ is_needed: true, recordings: { count: ids.length } })
    expect(JSON.stringify(told.body)).not.toMatch(/pg_|postgres|relation|checksum|PANIC|XX00/i)
    await recover(running, { action: 'rebuild' })
    await expect
      .poll(() => data(running, '/v1/content'), { timeout: 20_000 })
      .toHaveLength(ids.length)
    await openService(running).idle()
    expect(await data(running, '/v1/content')).toMatchObject(
      ids.map(() => ({ status: 'completed' })),
    )
    await expectRecordings()
  },
)
