import { cp, mkdtemp, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import type { Content, Project, UploadSession } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'

// The real service over a database that was damaged, or put back, while it was stopped. Whatever becomes of
// the rows, no start may cost a recording (reliability.md U-4).

const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')

let dataDir = ''
let service: ServiceProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-damage-'))
})
afterEach(async () => {
  await service?.kill()
  service = undefined
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () =>
  (service = await startServiceProcess(dataDir, { EARSHOT_LOG_LEVEL: 'silent' }, entry))

/** Uploads and transcribes; the bytes by content id. */
async function record({ client }: ServiceProcess, projectId: string, bytes: string) {
  const session = await client.post<UploadSession>(`/v1/projects/${projectId}/content/upload-url`, {
    filename: `${bytes}.wav`,
    content_type: 'audio/wav',
    size_bytes: bytes.length,
  })
  const { upload_url: url, upload_headers: headers, content_id: id } = session
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  const item = `/v1/projects/${projectId}/content/${id}`
  await client.post(`${item}/upload-complete`)
  expect(await finished({ client }, item)).toMatchObject({ status: 'completed' })
  return id
}

/** As it is once its transcription has ended. */
async function finished({ client }: Pick<ServiceProcess, 'client'>, item: string) {
  for (const deadline = performance.now() + 15_000; ; await pause(50)) {
    const found = await client.get<Content>(item)
    if (found.status !== 'processing' || performance.now() > deadline) return found
  }
}

type Library = { projectId: string; recordings: Map<string, string> }

/** Three transcribed recordings; the service is stopped. */
async function givenLibrary(): Promise<Library> {
  const running = await start()
  const { id: projectId } = await running.client.post<Project>('/v1/projects', { name: 'Calls' })
  const recordings = new Map<string, string>()
  for (const bytes of ['first', 'second', 'third'])
    recordings.set(await record(running, projectId, bytes), bytes)
  expect(await running.stop()).toBe(0)
  return { projectId, recordings }
}

const bytesIn = async (folder: string, id: string) =>
  readFile(path.join(dataDir, folder, id), 'utf8').catch(() => null)

/** Every recording's bytes, wherever they are. */
async function expectBytes(recordings: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, bytes] of recordings) {
    const found = [await bytesIn('recordings', id), await bytesIn('recordings/orphaned', id)]
    expect(found.filter((one) => one !== null)).toEqual([bytes])
  }
}

/** The file that holds the rows of `content`. */
async function heapOfContent(): Promise<string> {
  const db = await openDatabase({ dataDir, log: createLog('silent') })
  try {
    const { rows } = await sql<{ file: string }>`
      SELECT pg_relation_filepath('content') AS file`.execute(db.sql)
    return path.join(dataDir, 'database', rows[0]?.file ?? '')
  } finally {
    await db.close()
  }
}

/** Takes in all that was set aside, and reads it. */
async function takeAllIn(running: ServiceProcess): Promise<Content[]> {
  const items: Content[] = []
  for (const { id } of await running.client.list<{ id: string }>('/v1/orphans')) {
    const { project_id } = await running.client.post<Content>(`/v1/orphans/${id}/take-in`)
    items.push(await finished(running, `/v1/projects/${project_id}/content/${id}`))
  }
  return items
}

const filesOf = async (folder: string) =>
  (await readdir(path.join(dataDir, folder), { recursive: true })).toSorted()

const damages: Record<string, (heap: string) => Promise<void>> = {
  'page 0 zeroed': async (heap) => {
    const file = await open(heap, 'r+')
    await file.write(Buffer.alloc(8_192), 0, 8_192, 0)
    await file.close()
  },
  'cut to nothing': (heap) => truncate(heap, 0),
}

test.each(Object.entries(damages))(
  'the table of recordings, %s, costs no recording',
  async (_name, damage) => {
    const { recordings } = await givenLibrary()
    await damage(await heapOfContent())
    const before = await filesOf('recordings')
    const running = await start().catch(() => null)
    await expectBytes(recordings)
    if (!running) return expect(await filesOf('recordings')).toEqual(before)
    const items = await takeAllIn(running)
    expect(items.map(({ id }) => id).toSorted()).toEqual([...recordings.keys()].toSorted())
    expect(items.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    await expectBytes(recordings)
  },
)

test('an older database costs no recording, and what it does not know is taken in again', async () => {
  const { projectId, recordings } = await givenLibrary()
  const [database, older] = [path.join(dataDir, 'database'), path.join(dataDir, 'older')]
  await cp(database, older, { recursive: true })
  const later = await record(await start(), projectId, 'fourth')
  recordings.set(later, 'fourth')
  await service?.stop()
  await rm(database, { recursive: true })
  await cp(older, database, { recursive: true })

  const running = await start()
  await expectBytes(recordings)
  expect(await takeAllIn(running)).toMatchObject([
    { id: later, project_id: projectId, filename: 'fourth.wav', status: 'completed' },
  ])
  await expectBytes(recordings)
})
