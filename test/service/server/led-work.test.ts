import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { folderUrl, givenFolder, readNotes } from '../../support/notes-folder.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

let folder: { path: string; end: () => Promise<void> }
let leader: TestApp
let follower: TestApp
let projectId: string

/** One after the other, so that the first leads; by their clocks it shows which of them did something. */
beforeAll(async () => {
  folder = await givenFolder()
  const key = path.join(folder.path, 'key')
  await writeFile(key, randomBytes(32))
  // Whichever of them takes the job finds the file.
  const env = { EARSHOT_KEY_FILE: key, EARSHOT_DATA_DIR: path.join(folder.path, 'data') }
  const [first, second] = (await openSharedDatabase(2)).databases
  if (!first || !second) throw new Error('There are no two.')
  leader = await startTestApp({ db: first, env })
  follower = await startTestApp({ db: second, env })
  follower.clock.advance(day)
  projectId = (await givenProject(follower)).id
})
afterAll(async () => {
  await leader.stop()
  await folder.end()
})

const notesUrl = () => folderUrl(projectId)
const notes = () => readNotes(path.join(folder.path, 'notes'))
const written = async () => (await follower.call('GET', notesUrl())).body.data.written_at

test('notes are written by the process that leads, whichever of them is told of a change', async () => {
  await mkdir(path.join(folder.path, 'notes'))
  const body = { path: path.join(folder.path, 'notes') }
  expect((await follower.call('PUT', notesUrl(), { body })).status).toBe(200)
  const id = await givenRecording(follower, projectId, { filename: 'Call.wav' })
  await follower.call('PATCH', `/v1/projects/${projectId}/content/${id}`, {
    body: { title: 'Renamed' },
  })
  await expect.poll(async () => Object.values(await notes()).join()).toContain('Renamed')
  await expect.poll(written).toBe(leader.clock.now().toISOString())
})

test('a folder that another process is told to look through is looked through by the one that leads', async () => {
  const watched = path.join(folder.path, 'watched')
  await mkdir(watched)
  const body = { path: watched, project_id: projectId }
  const { data } = (await follower.call('POST', '/v1/watched-folders', { body })).body
  await writeFile(path.join(watched, 'Call.wav'), 'sound')
  await follower.call('POST', `/v1/watched-folders/${data.id}/scan`)
  const waiting = async () =>
    (await follower.call('GET', '/v1/watched-folders')).body.data[0].waiting
  await expect.poll(waiting).toEqual([{ filename: 'Call.wav', reason: 'being_written' }])
})

test('when the leader has lost its lease, another process writes the notes, though its connections are open', async () => {
  const { sql } = leader.deps.db
  await sql.deleteFrom('processes').where('id', '=', leader.deps.lease.id).execute()
  await leader.deps.signals.emit('lease.lost')
  await follower.deps.signals.emit('lease.renewed')
  await follower.call('PATCH', `/v1/projects/${projectId}`, { body: { name: 'Another name' } })
  await expect.poll(async () => Object.values(await notes()).join()).toContain('Another name')
  await expect.poll(written).toBe(follower.clock.now().toISOString())
})

test('when the leader ends, another process writes the notes', async () => {
  await follower.stop()
  await leader.call('PATCH', `/v1/projects/${projectId}`, { body: { name: 'Other name' } })
  const isTaken = async () =>
    Object.values(await notes())
      .join()
      .includes('Other name')
  await expect.poll(isTaken, { timeout: 30_000 }).toBe(true)
  const at = async () => (await leader.call('GET', notesUrl())).body.data.written_at
  await expect.poll(at).toBe(leader.clock.now().toISOString())
})
