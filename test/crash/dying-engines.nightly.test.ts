/**
 * Engine children that are killed, crash, hang, flood or speak nonsense, under a real service.
 * EARSHOT_DEATHS=100 runs as many; their kinds take turns.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childrenIn } from '../support/decode-mutants.ts'
import { deaths, placeDyingEngines, setFate } from '../support/dying-engine.ts'
import type { Content, Project, UploadSession } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { makeWav, sine } from '../support/sound.ts'
import { perChange } from '../support/nightly.ts'

const count = Number(process.env['EARSHOT_DEATHS'] ?? perChange(10, 100))
const sound = new Uint8Array(makeWav({ rate: 16_000 }, 0.5, sine(440)))

let dataDir = ''
let engines = ''
let service: ServiceProcess | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-dying-'))
  engines = await mkdtemp(path.join(tmpdir(), 'earshot-engines-'))
  await placeDyingEngines(engines)
})
afterAll(async () => {
  await service?.kill()
  for (const folder of [dataDir, engines]) await rm(folder, { recursive: true, force: true })
})

async function givenAtWork({ client }: ServiceProcess, projectId: string): Promise<string> {
  const session = await client.post<UploadSession>(`/v1/projects/${projectId}/content/upload-url`, {
    filename: 'call.wav',
    content_type: 'audio/wav',
    size_bytes: sound.length,
  })
  const { upload_url, upload_headers } = session
  await fetch(upload_url, { method: 'PUT', headers: upload_headers, body: sound })
  const item = `/v1/projects/${projectId}/content/${session.content_id}`
  await client.post(`${item}/upload-complete`)
  return item
}

/** Asks again until it is so, for a minute at most. */
async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + 60_000; ; await pause(100)) {
    const found = await ask()
    if (isSo(found) || performance.now() > deadline) return found
  }
}

/** Asks the service all the while, as a page that is open would. */
function keepAsking({ client }: ServiceProcess) {
  const told = { answers: 0, failures: [] as string[], slowestMs: 0 }
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await client.get('/v1/projects').catch((error: Error) => told.failures.push(error.message))
      told.answers += 1
      told.slowestMs = Math.max(told.slowestMs, performance.now() - startedAt)
      await pause(250)
    }
  })()
  const end = async () => {
    stopping.abort()
    await asking
    return told
  }
  return { end }
}

const isOver = ({ status }: Content): boolean => status === 'completed' || status === 'failed'

/** One recording whose engine ends so; a hanging one is cancelled by its owner. */
async function endOf(running: ServiceProcess, projectId: string, turn: number) {
  const death = deaths[turn % deaths.length] ?? 'SIGSEGV'
  const stage = Math.floor(turn / deaths.length + turn) % 2 === 0 ? 'decoder' : 'whisper'
  await setFate(engines, { stage, death })
  const item = await givenAtWork(running, projectId)
  if (death.startsWith('a hang')) {
    const program = path.join(engines, stage === 'decoder' ? 'node' : 'whisper-cli')
    await until(
      () => childrenIn(program),
      (found) => found.length > 0,
    )
    await running.client.post(`${item}/cancel`)
  }
  const found = await until(() => running.client.get<Content>(item), isOver)
  return { about: `${stage}, ${death}`, stage, death, code: found.error?.code }
}

test.skipIf(process.platform === 'win32')(
  'whatever becomes of its engines, the service answers, says so, and goes on',
  async () => {
    const env = { TEST_DYING_ENGINES: engines, EARSHOT_RATE_LIMIT_FACTOR: '10000' }
    const entry = path.join(import.meta.dirname, '../support/serve-with-dying-engines.ts')
    service = await startServiceProcess(dataDir, env, entry)
    const { id } = await service.client.post<Project>('/v1/projects', { name: 'Calls' })
    const asking = keepAsking(service)
    const wrong: string[] = []
    for (let turn = 0; turn < count; turn += 1) {
      const { about, stage, death, code } = await endOf(service, id, turn)
      const isDecoding = stage === 'decoder' && death !== 'a flood'
      const usual = isDecoding ? 'decode_failed' : 'engine_crashed'
      const expected = death.startsWith('a hang') ? 'cancelled' : usual
      if (code !== expected) wrong.push(`${about}: ${code}`)
    }
    await setFate(engines, null)
    const last = await givenAtWork(service, id)
    const { client } = service
    expect(await until(() => client.get<Content>(last), isOver)).toMatchObject({
      status: 'completed',
      error: null,
    })
    const told = await asking.end()
    process.stderr.write(`${count} deaths: ${JSON.stringify(told)}\n`)
    expect(wrong).toEqual([])
    expect(told.failures).toEqual([])
    // The one that heard the last recording stays for the next.
    expect(await childrenIn(engines)).toHaveLength(1)
    expect(await service.stop()).toBe(0)
    expect(await childrenIn(engines)).toEqual([])
    expect(await readdir(path.join(dataDir, 'work/running'))).toEqual([])
    expect(await readdir(path.join(dataDir, 'work'))).toEqual(['running'])
  },
  120_000 + count * 10_000,
)
