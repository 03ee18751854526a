/**
 * The service is killed in the midst of a request in OpenAI's form: what was sent to be forgotten is
 * gone after a restart, and what a project keeps is there whole, or not at all.
 */
import { request as send } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { perChange } from '../support/nightly.ts'
import type { Content, Project } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { makeWav, sine } from '../support/sound.ts'
import { createRandom } from './ledger.ts'

const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')
const sound = Buffer.from(makeWav({ rate: 16_000 }, 2, sine(440)))
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)
const kills = Number(process.env['EARSHOT_KILLS'] ?? perChange(1, 40))

let dataDir = ''
let service: ServiceProcess
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-crash-audio-'))
  service = await startServiceProcess(dataDir, {}, entry)
})
afterEach(async () => {
  await service.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const incoming = () => readdir(path.join(dataDir, 'incoming')).catch(() => [])
const restart = async () => (service = await startServiceProcess(dataDir, {}, entry))
const keep = (project: string, name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${project}\r\n`

/** Sends so many bytes of the sound, and the end of the form with all of them. */
function transcribe(fields: string, count = sound.length, bytes = sound) {
  const { baseUrl, token } = service
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  const url = new URL('/v1/audio/transcriptions', baseUrl)
  const request = send(url, { method: 'POST', headers }).on('error', () => {})
  request.write(keep('whisper-1', 'model') + fields)
  request.write(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="call.wav"\r\n' +
      'Content-Type: audio/wav\r\n\r\n',
  )
  request.write(bytes.subarray(0, count))
  if (count === bytes.length) request.end('\r\n--b--\r\n')
  return request
}

test('a file that was arriving, to be forgotten or kept, is gone after a kill', async () => {
  const { id } = await service.client.post<Project>('/v1/projects', { name: 'Calls' })
  transcribe('', sound.length / 2)
  transcribe(keep(id, 'project_id'), sound.length / 2)
  await expect.poll(incoming).toHaveLength(2)
  await service.kill()
  await restart()
  await expect.poll(incoming).toEqual([])
  expect(await service.client.get<Content[]>('/v1/content')).toEqual([])
})

test('a recording that was being copied when the service was killed waits for no upload', async () => {
  const { id } = await service.client.post<Project>('/v1/projects', { name: 'Calls' })
  const list = () => service.client.get<Content[]>(`/v1/projects/${id}/content`)
  const long = Buffer.concat([sound, Buffer.alloc(96_000_000)])
  transcribe(keep(id, 'project_id'), long.length, long)
  await expect.poll(list, { interval: 1, timeout: 30_000 }).not.toEqual([])
  await service.kill()
  await restart()
  expect((await list()).filter(({ status }) => status === 'uploaded')).toEqual([])
  await expect.poll(incoming).toEqual([])
}, 120_000)

test(`a recording that a project keeps is whole or absent after ${kills} kills`, async () => {
  process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
  const random = createRandom(seed)
  const { id } = await service.client.post<Project>('/v1/projects', { name: 'Calls' })
  for (let round = 1; round <= kills; round++) {
    transcribe(keep(id, 'project_id'))
    transcribe('')
    await expect.poll(incoming, { interval: 1 }).not.toEqual([])
    await pause(random.between(0, 400))
    await service.kill()
    await restart()
    const read = () => service.client.get<Content[]>(`/v1/projects/${id}/content?limit=100`)
    const states = async () => new Set((await read()).map(({ status }) => status))
    await expect
      .poll(async () => (await states()).has('processing'), { timeout: 60_000 })
      .toBe(false)
    const kept = await read()
    expect(kept.length).toBeLessThanOrEqual(round)
    for (const { status } of kept) expect(status).toBe('completed')
    await expect.poll(incoming).toEqual([])
    const folder = path.join(dataDir, 'recordings')
    const files = await readdir(folder)
    expect(files.filter((name) => !name.endsWith('.json'))).toHaveLength(kept.length)
    for (const { id: recording } of kept)
      expect((await readFile(path.join(folder, recording))).equals(sound)).toBe(true)
  }
}, 600_000)
