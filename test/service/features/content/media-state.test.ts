import { readFile, rm, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { scrubMedia } from '../../../../service/features/content/media-state.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  return () => app.stop()
})

async function given() {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id)
  const url = `/v1/projects/${project.id}/content/${id}`
  return { url, file: recordingFile(app.deps, id) }
}
const read = async (url: string) => (await app.call('GET', url)).body.data
const damage = async (file: string) => {
  const bytes = await readFile(file)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  await writeFile(file, bytes)
}
/** What the hourly housekeeping does then; the hours until then would take half a minute. */
const afterAMonth = async () => {
  app.clock.jump(31 * day)
  await scrubMedia(app.deps)
  await app.idle()
}
const noticesOf = async () =>
  (await app.call('GET', '/v1/notices')).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'recording_damaged',
  )

test('a transcript is not replaced from bytes that were changed on the disk, and the owner is told once', async () => {
  const { url, file } = await given()
  const { transcript: before } = await read(url)
  await damage(file)
  const reprocess = async () => {
    expect((await app.call('POST', `${url}/reprocess`)).status).toBe(202)
    await app.idle()
  }
  await reprocess()
  await reprocess()
  const after = await read(url)
  expect(after).toMatchObject({
    status: 'failed',
    media: { state: 'damaged' },
    error: { code: 'media_damaged' },
  })
  expect(after.transcript).toEqual(before)
  expect(await noticesOf()).toMatchObject([{ title: '“call” is damaged' }])
})

test('once a month every recording is compared; one that is put back is whole again', async () => {
  const [kept, lost] = [await given(), await given()]
  const bytes = await readFile(lost.file)
  await rm(lost.file)
  await afterAMonth()
  expect((await read(lost.url)).media.state).toBe('missing')
  expect(await read(lost.url)).toMatchObject({ status: 'completed', has_transcript: true })
  expect((await read(kept.url)).media.state).toBe('ok')
  await writeFile(lost.file, bytes)
  await afterAMonth()
  expect((await read(lost.url)).media.state).toBe('ok')
})
