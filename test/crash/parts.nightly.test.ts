import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Content, Project, Transcript, UploadSession } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'

const entry = path.join(import.meta.dirname, '../support/serve-with-parts.ts')

let dataDir = ''
let service: ServiceProcess | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-parts-'))
})
afterAll(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function givenAtWork({ client }: ServiceProcess, projectId: string): Promise<string> {
  const bytes = 'some recorded bytes'
  const session = await client.post<UploadSession>(`/v1/projects/${projectId}/content/upload-url`, {
    filename: 'call.wav',
    content_type: 'audio/wav',
    size_bytes: bytes.length,
  })
  const { upload_url, upload_headers } = session
  await fetch(upload_url, { method: 'PUT', headers: upload_headers, body: bytes })
  const item = `/v1/projects/${projectId}/content/${session.content_id}`
  await client.post(`${item}/upload-complete`)
  return item
}

/** Looks until it is so, for a minute at most. */
async function until(running: ServiceProcess, item: string, isSo: (found: Content) => boolean) {
  for (const deadline = performance.now() + 60_000; ; await pause(50)) {
    const found = await running.client.get<Content>(item)
    if (isSo(found) || performance.now() > deadline) return found
  }
}

test('a transcription goes on after a kill -9 from its finished parts; a paused one waits', async () => {
  service = await startServiceProcess(dataDir, {}, entry)
  const { id } = await service.client.post<Project>('/v1/projects', { name: 'Long calls' })
  const paused = await givenAtWork(service, id)
  await until(service, paused, ({ progress }) => progress === 0.5)
  await service.client.post(`${paused}/pause`)
  const killed = await givenAtWork(service, id)
  await until(service, killed, ({ progress }) => progress === 0.5)
  await service.kill()

  service = await startServiceProcess(dataDir, {}, entry)
  const done = await until(service, killed, ({ status }) => status === 'completed')
  expect(done).toMatchObject({ status: 'completed', stage: null })
  const { text } = await service.client.get<Transcript>(`${killed}/transcript`)
  expect(text).toBe('Kept: part 1. Kept: part 2.')
  expect(await service.client.get(paused)).toMatchObject({ status: 'processing', stage: 'paused' })

  await service.client.post(`${paused}/resume`)
  const resumed = await until(service, paused, ({ status }) => status === 'completed')
  expect(resumed).toMatchObject({ status: 'completed' })
  expect((await service.client.get<Transcript>(`${paused}/transcript`)).text).toBe(text)
  expect(await service.stop()).toBe(0)
}, 300_000)
