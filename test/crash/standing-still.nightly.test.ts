/**
 * A transcription that stands still because words of a running recording are heard, under a real
 * service: it goes on, can be cancelled, and outlives neither a stop nor a kill of the service.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  holdBack,
  letGo,
  placeGatedWhisper,
  whoWaits,
  type Lane,
} from '../support/gated-whisper.ts'
import type { Content, Project, UploadSession } from '../support/path-client.ts'
import { processState } from '../support/process-state.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { liveWav, makeWav, sine } from '../support/sound.ts'

const entry = path.join(import.meta.dirname, '../support/serve-with-dying-engines.ts')
const sound = new Uint8Array(makeWav({ rate: 16_000 }, 0.5, sine(440)))

let engines = ''
let dataDir = ''
let service: ServiceProcess
beforeAll(async () => {
  engines = await mkdtemp(path.join(tmpdir(), 'earshot-gated-'))
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-standing-'))
  await placeGatedWhisper(engines)
  service = await start()
})
beforeEach(() => holdAllBack())
afterAll(async () => {
  await service.kill()
  // What a killed service left waits for nothing any more.
  for (const lane of lanes) await letGo(engines, lane)
  await rm(dataDir, { recursive: true, force: true })
  await rm(engines, { recursive: true, force: true })
})

const lanes = ['live', 'batch'] as const
async function holdAllBack(): Promise<void> {
  for (const lane of lanes) await holdBack(engines, lane)
}

const start = () => startServiceProcess(dataDir, { TEST_DYING_ENGINES: engines }, entry)

/** The number of the program that waits at its gate. */
async function waiting(lane: Lane): Promise<number> {
  let pid: number | undefined
  await expect
    .poll(async () => (pid = await whoWaits(engines, lane)), { timeout: 60_000 })
    .toBeDefined()
  return pid ?? 0
}

async function givenAtWork(): Promise<string> {
  const { client } = service
  const { id } = await client.post<Project>('/v1/projects', { name: 'Calls' })
  const session = await client.post<UploadSession>(`/v1/projects/${id}/content/upload-url`, {
    filename: 'call.wav',
    content_type: 'audio/wav',
    size_bytes: sound.length,
  })
  const { upload_url, upload_headers } = session
  await fetch(upload_url, { method: 'PUT', headers: upload_headers, body: sound })
  const item = `/v1/projects/${id}/content/${session.content_id}`
  await client.post(`${item}/upload-complete`)
  return item
}

/** A recording that is transcribed, and a live piece on whose account that stands still. */
async function givenStandingStill() {
  const item = await givenAtWork()
  const batch = await waiting('batch')
  const answer = fetch(`${service.baseUrl}/v1/live-words/one?language=en`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'audio/wav' },
    body: liveWav(2),
  })
  answer.catch(() => undefined) // where the service ends meanwhile
  const live = await waiting('live')
  // By turns: it is let run for two of five seconds.
  await expect.poll(() => processState(batch)).toBe('stands still')
  return { item, batch, live, answer }
}

const statusOf = async (item: string) => (await service.client.get<Content>(item)).status

test.skipIf(process.platform === 'win32')(
  'a transcription stands still while a live piece is heard, and then goes on to its end',
  async () => {
    const { item, batch, live, answer } = await givenStandingStill()
    expect(await processState(live)).toBe('runs')
    await letGo(engines, 'live')
    expect((await answer).status).toBe(200)
    expect(await processState(batch)).toBe('runs')
    await letGo(engines, 'batch')
    await expect.poll(() => statusOf(item)).toBe('completed')
  },
)

test.skipIf(process.platform === 'win32')(
  'cancelled while it stands still, it is gone before the live piece has its answer',
  async () => {
    const { item, batch, answer } = await givenStandingStill()
    await service.client.post(`${item}/cancel`)
    await expect.poll(() => processState(batch)).toBe('gone')
    await expect.poll(() => statusOf(item)).toBe('failed')
    await letGo(engines, 'live')
    expect((await answer).status).toBe(200)
  },
)

test.skipIf(process.platform === 'win32')(
  'after a kill of the service it stands still no more, and the next start transcribes anew',
  async () => {
    const { item, batch } = await givenStandingStill()
    await service.kill()
    await expect.poll(() => processState(batch)).toBe('runs')
    service = await start()
    expect(await waiting('batch')).not.toBe(batch)
    await letGo(engines, 'batch')
    await expect.poll(() => statusOf(item)).toBe('completed')
  },
)

test.skipIf(process.platform === 'win32')(
  'a service that stops meanwhile leaves neither of the two behind',
  async () => {
    const { batch, live } = await givenStandingStill()
    expect(await service.stop()).toBe(0)
    expect(await processState(batch)).toBe('gone')
    expect(await processState(live)).toBe('gone')
  },
)
