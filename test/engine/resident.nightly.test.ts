/** whisper-cli processes that stay: what they hear, and that they end whenever they should. */
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { findModel, modelFolders } from '../../service/engine/models/catalogue.ts'
import { killOrphans } from '../../service/engine/processes/orphans.ts'
import { createResidents, type Residents } from '../../service/engine/whisper/resident.ts'
import { runWhisper } from '../../service/engine/whisper/run.ts'
import { childrenIn } from '../support/decode-mutants.ts'
import { defaultSpeechModel, findWhisper } from '../support/models.ts'
import { kennedyClip, makeWav } from '../support/sound.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: processes that stay, because whisper-cli is not built.\n')
}

let root: string
let runDir: string
let jobs: string
let model: string
let vadModel: string
let residents: Residents
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'earshot-resident-'))
  runDir = path.join(root, 'running')
  jobs = await mkdtemp(path.join(root, 'job-'))
  model = (await defaultSpeechModel()).path
  vadModel = (await findModel('silero-vad', modelFolders([])))?.path ?? ''
  const target = path.join(jobs, 'speech.wav')
  const work = { signal: new AbortController().signal, onProgress: () => undefined }
  await decodeAudio({ nodePath: process.execPath, runDir }, { path: kennedyClip, target }, work)
  await writeFile(
    path.join(jobs, 'silence.wav'),
    makeWav({ rate: 16_000 }, 5, () => 0),
  )
}, 60_000)
afterEach(() => residents.stop())
afterAll(() => rm(root, { recursive: true, force: true }))

const given = (idleMs?: number) => {
  residents = createResidents({
    openFolder: () => mkdtemp(path.join(root, 'stays-')),
    ...(idleMs !== undefined && { idleMs }),
  })
}

const transcribe = (sound: 'speech' | 'silence', change = {}) =>
  runWhisper({
    ...{ program: program ?? '', model, vadModel, runDir, residents, threads: 1 },
    ...{ wav: path.join(jobs, `${sound}.wav`), durationSeconds: 11, language: 'auto' },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
    ...change,
  })

/** The numbers of the processes that run. */
const pids = async (): Promise<number[]> =>
  (await readdir(runDir)).map((name) => Number(path.parse(name).name))

/** Until it works on a job: it says how far it is. */
const atWork = async (change = {}) => {
  const begun = Promise.withResolvers<void>()
  const work = transcribe('speech', { onProgress: begun.resolve, language: 'en', ...change })
  return { work: work.catch((error: unknown) => error), begun: begun.promise }
}

const slow = 120_000

test.skipIf(program === undefined)(
  'one process hears one job after another as processes of their own do',
  async () => {
    given()
    const orders = ['speech', 'silence', 'speech', 'speech', 'speech'] as const
    const changes = [{}, {}, { prompt: 'Kennedy' }, { terms: ['Kennedy'] }, { isLive: true }]
    const seen = new Set<string>()
    for (const [at, sound] of orders.entries()) {
      const alone = await transcribe(sound, { ...changes[at], residents: undefined })
      expect(await transcribe(sound, changes[at])).toEqual(alone)
      seen.add(String(await pids()))
    }
    // One that knows terms takes the place of one that does not; live words have their own.
    expect(seen.size).toBe(3)
    expect(await pids()).toHaveLength(2)
    await residents.stop()
    expect(await pids()).toEqual([])
    expect(await readdir(root)).toEqual([path.basename(jobs), 'running'])
  },
  slow,
)

test.skipIf(program === undefined)(
  'it is gone a while after its last job, and a long one ends it at once',
  async () => {
    given(300)
    await transcribe('silence')
    expect(await pids()).toHaveLength(1)
    await expect.poll(pids, { timeout: 10_000 }).toEqual([])
    given()
    await transcribe('silence')
    const long = transcribe('silence', { durationSeconds: 61 })
    await expect.poll(async () => (await childrenIn(root)).join()).not.toContain('--resident')
    await long
    expect(await pids()).toEqual([])
  },
  slow,
)

test.skipIf(program === undefined)(
  'a job that is cancelled, and a process that is killed, cost the next job nothing',
  async () => {
    given()
    await transcribe('silence')
    const stopping = new AbortController()
    const cancelled = await atWork({ signal: stopping.signal })
    await pause(300)
    stopping.abort()
    expect(await cancelled.work).toMatchObject({ code: 'cancelled' })
    expect(await childrenIn(root)).toEqual([])

    await transcribe('silence')
    const [pid = 0] = await pids()
    const killed = await atWork()
    await pause(300)
    process.kill(pid, 'SIGKILL')
    expect(await killed.work).toMatchObject({ code: 'engine_crashed' })
    expect((await transcribe('silence')).output.transcription).toEqual([])

    process.kill((await pids())[0] ?? 0, 'SIGKILL')
    await expect.poll(pids).toEqual([])
    expect((await transcribe('silence')).output.transcription).toEqual([])
  },
  slow,
)

test.skipIf(program === undefined)(
  'a job has its own deadline, and the next start of the service ends what stays',
  async () => {
    given()
    await transcribe('silence')
    const wav = path.join(jobs, 'speech.wav')
    const load = ['--model', model, '--vad', '--vad-model', vadModel]
    const late = residents.run({
      ...{ command: program ?? '', runDir, wav, durationSeconds: 11, deadlineMs: 1, version: '' },
      ...{ loadArgs: load, args: [...load, '--output-json-full'] },
      ...{ box: { read: [model, vadModel], memoryBytes: 2 ** 32 } },
      signal: new AbortController().signal,
    })
    await expect(late).rejects.toMatchObject({ code: 'engine_timeout' })
    expect(await pids()).toEqual([])

    await transcribe('silence')
    expect(await killOrphans(runDir)).toBe(1)
    await expect.poll(() => childrenIn(root)).toEqual([])
  },
  slow,
)

test.skipIf(program === undefined || process.platform !== 'linux')(
  'it sees the sound of its job only',
  async () => {
    given()
    await transcribe('silence')
    const [pid = 0] = await pids()
    const call = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    expect(call).not.toContain(jobs)
    const [folder = ''] = (await readdir(root)).filter((name) => name.startsWith('stays-'))
    expect(await readdir(path.join(root, folder))).toEqual([])
    await access(path.join(jobs, 'silence.wav'))
  },
  slow,
)
