import { readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../service/core/ids.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenKey, givenProject, givenRecording } from '../../support/factory.ts'
import { givenOrphan, settle } from '../../support/orphans.ts'
import { recordingFile } from '../../support/recordings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  return () => app.stop()
})

/** What a start does once the rows are gone without anybody having deleted them. */
async function loseRows(ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM content WHERE id = ANY(${[...ids]}::text[])`.execute(app.deps.db.sql)
  await settle(app)
}

test('a recording whose row was lost is set aside, told of, and taken in again as it was', async () => {
  const project = await givenProject(app, { name: 'Interviews' })
  const id = await givenRecording(app, project.id)
  await app.idle()
  const before = (await app.call('GET', `/v1/projects/${project.id}/content/${id}`)).body.data
  const bytes = await readFile(recordingFile(app.deps, id))
  await loseRows([id])
  const [orphan] = (await app.call('GET', '/v1/orphans')).body.data
  expect(orphan).toEqual({
    id,
    filename: before.filename,
    project_name: 'Interviews',
    size_bytes: bytes.length,
    created_at: before.created_at,
  })
  const [notice] = (await app.call('GET', '/v1/notices')).body.data
  expect(notice).toMatchObject({
    kind: 'recordings_orphaned',
    title: 'A recording has no entry',
    link: '/app/#/settings?section=storage',
  })

  const taken = await app.call('POST', `/v1/orphans/${id}/take-in`)
  expect(taken.status).toBe(202)
  await app.idle()
  const after = (await app.call('GET', `/v1/projects/${project.id}/content/${id}`)).body.data
  expect(after).toMatchObject({
    filename: before.filename,
    status: 'completed',
    project_id: project.id,
    created_at: before.created_at,
  })
  expect(await readFile(recordingFile(app.deps, id))).toEqual(bytes)
  expect((await app.call('GET', '/v1/orphans')).body.data).toEqual([])
})

test('without its project or its sidecar it goes where recovered recordings go', async () => {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id)
  await app.idle()
  await loseRows([id])
  await sql`DELETE FROM projects WHERE id = ${project.id}`.execute(app.deps.db.sql)
  await app.call('POST', `/v1/orphans/${id}/take-in`)
  const stranger = newId('cont')
  const file = recordingFile(app.deps, stranger)
  await writeFile(file, 'sound')
  await loseRows([])
  const { body } = await app.call('POST', `/v1/orphans/${stranger}/take-in`)
  expect(body.data).toMatchObject({ id: stranger, filename: stranger, size_bytes: 5 })
  const home = (await app.call('GET', `/v1/projects/${body.data.project_id}`)).body.data
  expect(home).toMatchObject({ name: 'Recovered recordings', content_count: 2 })
})

test('they are listed by pages, newest first', async () => {
  const ids = [await givenOrphan(app), await givenOrphan(app), await givenOrphan(app)]
  const first = (await app.call('GET', '/v1/orphans?limit=2')).body
  expect(first.data.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[1]])
  const cursor = encodeURIComponent(first.pagination.next_cursor)
  const { body } = await app.call('GET', `/v1/orphans?limit=2&cursor=${cursor}`)
  expect(body.data).toMatchObject([{ id: ids[0], filename: null, project_name: null }])
  expect(body.pagination).toEqual({ has_more: false, next_cursor: null })
  for (const id of ids) await app.call('DELETE', `/v1/orphans/${id}`)
})

test('a key restricted to projects sees none and takes none in', async () => {
  const { id: projectId } = await givenProject(app)
  const key = await givenKey(app, { project_ids: [projectId] })
  const id = await givenOrphan(app)
  expect((await app.call('GET', '/v1/orphans', { key })).status).toBe(403)
  expect((await app.call('POST', `/v1/orphans/${id}/take-in`, { key })).status).toBe(403)
  expect((await app.call('DELETE', `/v1/orphans/${id}`)).status).toBe(200)
})

test('taken in twice at once, it is there once', async () => {
  const id = await givenOrphan(app)
  const takeIn = () => app.call('POST', `/v1/orphans/${id}/take-in`)
  const answers = await Promise.all([takeIn(), takeIn()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 404])
  await app.idle()
})

test('what cannot be taken in stays an orphan', async () => {
  const id = await givenOrphan(app)
  const { id: organizationId } = (await app.call('GET', '/v1/org')).body.data
  await app.deps.db.sql
    .insertInto('transcription_usage')
    .values({
      content_id: id,
      organization_id: organizationId,
      minutes: 1e6,
      created_at: app.clock.now(),
    })
    .execute()
  expect((await app.call('POST', `/v1/orphans/${id}/take-in`)).status).toBe(402)
  expect((await app.call('GET', '/v1/orphans')).body.data).toMatchObject([{ id }])
  await app.deps.db.sql.deleteFrom('transcription_usage').execute()
  expect((await app.call('DELETE', `/v1/orphans/${id}`)).status).toBe(200)
})

test('an orphan is removed only where an admin asks for it', async () => {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id)
  await app.idle()
  await loseRows([id])
  expect((await app.call('DELETE', '/v1/orphans/cont_unknown')).status).toBe(404)
  expect((await app.call('DELETE', `/v1/orphans/${id}`)).body.data).toEqual({ id, deleted: true })
  expect((await app.call('POST', `/v1/orphans/${id}/take-in`)).status).toBe(404)
})

test('a file that cannot be removed now is removed later, by the job of its deletion', async () => {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id)
  await app.idle()
  const remove = app.deps.blobs.remove
  onTestFinished(() => void (app.deps.blobs.remove = remove))
  app.deps.blobs.remove = () => Promise.reject(new Error('in use'))
  await app.call('DELETE', `/v1/projects/${project.id}/content/${id}`)
  await app.idle()
  expect(await app.deps.blobs.stat(id)).not.toBeNull()
  app.deps.blobs.remove = remove
  // A start meanwhile sees a deletion that is not done yet, and no orphan.
  await settle(app)
  expect((await app.call('GET', '/v1/orphans')).body.data).toEqual([])
  await app.clock.advance(60_000)
  await app.idle()
  expect(await app.deps.blobs.stat(id)).toBeNull()
})
