import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { day, hour } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { isOnServer } from '../../../support/database.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
let damaged: string[] = []
beforeAll(async () => {
  app = await startTestApp({ onDamaged: ({ reason }) => damaged.push(reason) })
})
afterAll(() => app.stop())
beforeEach(() => {
  damaged = []
})

const read = async () => (await app.call('GET', '/v1/verify')).body.data

/** Not every hour of it: three, until housekeeping takes the clock for right. */
async function pass(ms: number): Promise<void> {
  app.clock.jump(ms)
  for (const _ of [1, 2, 3]) {
    app.clock.advance(hour + 1)
    await app.idle()
    await read()
  }
}

/** Asks for a check; what it found. */
async function verify() {
  expect((await app.call('POST', '/v1/verify')).status).toBe(202)
  await app.idle()
  return read()
}

test('before the first check there is nothing to tell', async () => {
  expect(await read()).toMatchObject({ status: 'never', findings: [], started_at: null })
})

test('a sound library has no findings', async () => {
  const project = await givenProject(app)
  await givenRecording(app, project.id)
  const started = await app.call('POST', '/v1/verify')
  expect(started.body.data).toMatchObject({ status: 'running', reason: 'requested' })
  const again = await app.call('POST', '/v1/verify')
  expect(again.body.data.started_at).toBe(started.body.data.started_at)
  await app.idle()
  expect(await read()).toMatchObject({
    status: 'completed',
    step: 'recordings',
    findings: [],
    finding_count: 0,
    finished_at: app.clock.now().toISOString(),
  })
  expect(damaged).toEqual([])
})

test('a recording that is not as it was sent is found, and its own notice tells of it', async () => {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id, { filename: 'call.wav' })
  await writeFile(recordingFile(app.deps, id), 'other recorded byte')
  expect(await verify()).toMatchObject({
    finding_count: 1,
    findings: [
      {
        kind: 'recording_damaged',
        part: null,
        content_id: id,
        filename: 'call.wav',
        title: 'call',
      },
    ],
  })
  await app.call('DELETE', `/v1/projects/${project.id}/content/${id}`)
})

// A server's tables are its own business.
test.skipIf(isOnServer)(
  'lost rows are told to the host in the words of the person whose they are',
  async () => {
    const project = await givenProject(app)
    const id = await givenRecording(app, project.id)
    const remove = (table: 'transcripts' | 'search_documents') =>
      app.deps.db.transaction(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        await tx.deleteFrom(table).where('content_id', '=', id).execute()
      })
    await remove('transcripts')
    await remove('search_documents')
    onTestFinished(async () => {
      await sql`TRUNCATE row_counts`.execute(app.deps.db.sql)
      await verify()
    })
    const { findings } = await verify()
    expect(findings.map(({ kind, part }: { kind: string; part: string }) => [kind, part])).toEqual(
      expect.arrayContaining([
        ['lost', 'transcripts'],
        ['lost', 'search'],
      ]),
    )
    expect(damaged).toHaveLength(1)
    expect(damaged[0]).toMatch(/^something is lost or cannot be read in .*the transcripts/)
  },
)

test('one that runs can be stopped; one that has ended stays as it is', async () => {
  await app.call('POST', '/v1/verify')
  const stopped = await app.call('DELETE', '/v1/verify')
  expect(stopped.body.data).toMatchObject({ status: 'cancelled' })
  await app.idle()
  expect(await read()).toMatchObject({ status: 'cancelled' })
  expect(await verify()).toMatchObject({ status: 'completed' })
  const after = await app.call('DELETE', '/v1/verify')
  expect(after.body.data).toMatchObject({ status: 'completed' })
})

test('once a month it runs by itself, without the recordings, which have their own turn', async () => {
  await verify()
  const before = await read()
  await pass(29 * day)
  expect(await read()).toEqual(before)
  await pass(2 * day)
  const step = isOnServer ? null : 'tables'
  await expect.poll(read).toMatchObject({ reason: 'monthly', status: 'completed', step })
})

test('a key restricted to projects may not', async () => {
  const { id } = await givenProject(app)
  const key = await givenKey(app, { project_ids: [id] })
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await app.call(method, '/v1/verify', { key })).status).toBe(403)
})
