import type { TestApp } from './app.ts'
import { fetchChecked } from './own-document.ts'
import { transcribeJob } from '../../service/features/transcription/transcription.ts'
import { copyRecording } from './recordings.ts'

/** A project made through the API. */
export async function givenProject(app: TestApp, input: Record<string, unknown> = {}) {
  const { body } = await app.call('POST', '/v1/projects', { body: { name: 'Calls', ...input } })
  return body.data as { id: string; name: string; slug: string }
}

/** A recording that is announced, and of which nothing has come. */
export async function givenSession(app: TestApp, projectId: string): Promise<string> {
  const { body } = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
    body: { filename: 'call.wav', content_type: 'audio/wav', size_bytes: 5 },
  })
  return body.data.content_id
}

/** An uploaded recording of `bytes`, not yet announced as complete. */
export async function givenUpload(
  app: TestApp,
  projectId: string,
  input: {
    filename?: string
    content_type?: string
    bytes?: Uint8Array<ArrayBuffer>
    language?: string
    speech_model?: string
    translate_to_english?: boolean
    priority?: 'first' | 'normal'
  } = {},
): Promise<string> {
  const { bytes = new TextEncoder().encode('some recorded bytes'), ...names } = input
  const { body } = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
    body: { filename: 'call.wav', content_type: 'audio/wav', size_bytes: bytes.length, ...names },
  })
  const { content_id, upload_url, upload_method, upload_headers } = body.data
  const put = await fetchChecked(upload_url, {
    method: upload_method,
    headers: upload_headers,
    body: bytes,
  })
  if (!put.ok) throw new Error(`The upload was answered ${put.status}: ${await put.text()}`)
  return content_id
}

/** A recording that has been transcribed (and analysed, where the project says so). */
export async function givenRecording(
  app: TestApp,
  projectId: string,
  input: Parameters<typeof givenUpload>[2] = {},
): Promise<string> {
  const contentId = await givenUpload(app, projectId, input)
  await app.call('POST', `/v1/projects/${projectId}/content/${contentId}/upload-complete`)
  await app.idle()
  return contentId
}

/**
 * A recording whose transcription is paused, as a start of the service finds it; a copy of `sourceId`
 * where that is given.
 */
export async function givenPaused(
  app: TestApp,
  projectId: string,
  sourceId?: string,
): Promise<string> {
  const contentId =
    sourceId === undefined
      ? await givenRecording(app, projectId)
      : await copyRecording(app, sourceId, projectId)
  await app.deps.db.sql
    .updateTable('content')
    .set({ status: 'processing', stage: 'paused', progress: 0.4 })
    .where('id', '=', contentId)
    .execute()
  return contentId
}

/** A recording that waits in the queue and whose turn does not come. */
export async function givenQueued(
  app: TestApp,
  projectId: string,
  sourceId?: string,
): Promise<string> {
  const contentId = await givenPaused(app, projectId, sourceId)
  const { sql, transaction } = app.deps.db
  await sql.updateTable('content').set({ stage: 'queued' }).where('id', '=', contentId).execute()
  await transaction(async (tx) => {
    await app.deps.queue.enqueue(tx, transcribeJob.of({ content_id: contentId }, contentId))
    await tx
      .updateTable('jobs')
      .set({ not_before: new Date('2100-01-01') })
      .where('key', '=', contentId)
      .execute()
  })
  return contentId
}

/** An analysis that waits, with no worker at it. */
export async function reopenAnalysis(app: TestApp, id: string): Promise<void> {
  await app.deps.db.sql
    .updateTable('analyses')
    .set({ status: 'queued', completed_at: null })
    .where('id', '=', id)
    .execute()
}

/** A key with less than full rights. */
export async function givenKey(app: TestApp, input: Record<string, unknown>): Promise<string> {
  const { body } = await app.call('POST', '/v1/api-keys', { body: { name: 'A key', ...input } })
  return body.data.key
}
