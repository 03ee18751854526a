import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeBox } from '../../../../service/engine/box/box.ts'
import { compileLauncher } from '../../../../service/engine/box/compile.ts'
import { decodeAudio } from '../../../../service/engine/decode/decode-audio.ts'
import { diarize } from '../../../../service/engine/diarization/diarization-process.ts'
import { findSpeech } from '../../../../service/engine/diarization/voice-activity.ts'
import { createEmbedder } from '../../../../service/engine/embedding/embedder.ts'
import { createLlama } from '../../../../service/engine/llama.ts'
import { bundledModelsFolder } from '../../../../service/engine/models/catalogue.ts'
import { runChild } from '../../../../service/engine/processes/run-child.ts'
import { earshotCacheDir } from '../../../../service/engine/whisper/binary.ts'
import { runWhisper } from '../../../../service/engine/whisper/run.ts'
import { makeWav, sine } from '../../../support/sound.ts'

const node = process.execPath
const log = pino({ level: 'silent' })
const signal = new AbortController().signal
const options = { signal, onProgress: () => undefined }
const model = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')

/** What ffprobe says of a file with one track. */
const someSound = JSON.stringify({
  format: { duration: '1' },
  streams: [{ codec_type: 'audio', codec_name: 'pcm_s16le', channels: 1, sample_rate: '16000' }],
})

let folder: string
let dataDir: string
let work: string
let wav: string
let probe: string
let contacts = 0
const server = net.createServer((socket) => {
  contacts += 1
  socket.destroy()
})
const local = net.createServer((socket) => socket.destroy())

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'earshot-box-')))
  dataDir = path.join(folder, 'data')
  work = path.join(dataDir, 'work/job')
  await mkdir(work, { recursive: true })
  await mkdir(path.join(dataDir, 'database'))
  const names = ['secret-key', 'session-token', 'database/PG_VERSION', 'another-recording']
  for (const name of names) await writeFile(path.join(dataDir, name), 'secret')
  wav = path.join(work, 'sound.wav')
  await writeFile(wav, makeWav({ rate: 16_000, channels: 1 }, 2, sine(440)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = path.join(folder, 'socket')
  await once(local.listen(socket), 'listening')
  const address = server.address()
  const ways = {
    forbidden: Object.fromEntries(names.map((name) => [name, path.join(dataDir, name)])),
    port: typeof address === 'object' ? address?.port : undefined,
    socket,
    parent: process.pid,
    node,
  }
  const bin = path.join(folder, 'bin')
  await mkdir(bin)
  const script = await readFile(path.join(import.meta.dirname, 'probe.cjs'), 'utf8')
  const code = script.replace('WAYS', JSON.stringify(ways))
  const scripts = {
    probe: code,
    ffmpeg: code,
    ffprobe: `console.log(${JSON.stringify(someSound)})`,
  }
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), `#!${node}\n${text}`)
    await chmod(path.join(bin, name), 0o755)
  }
  probe = path.join(bin, 'probe')
})
afterEach(() => {
  process.execPath = node
})
afterAll(async () => {
  server.close()
  local.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the engine's failure says of the probe that ran in its place. */
async function escapesFrom(failing: Promise<unknown>): Promise<string | undefined> {
  const said = await failing.then(
    () => 'no failure',
    (error: Error) => error.message,
  )
  return /escaped:(.*);/.exec(said)?.[1] ?? said
}

// Its source may be newer than the last install.
if (process.platform === 'linux') await compileLauncher({ cacheDir: earshotCacheDir() })
const isBoxed = describeBox({ hasShell: false }).missing === null

test('without a box the probe gets through everywhere', async () => {
  const child = spawn(probe, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  await once(child, 'close')
  const escaped = /escaped:(.*);/.exec(said)?.[1]?.split(', ') ?? []
  expect(escaped).toEqual(
    expect.arrayContaining([
      ...[
        'read secret-key',
        'mode of secret-key',
        'times of secret-key',
        'write session-token',
        'list database/PG_VERSION',
        'by a child of its own',
      ],
      ...['loopback', 'another network', 'a socket in the file system', 'datagram', 'listening'],
      ...['variables of the service', 'signal to the service', 'priority of the service'],
      ...['temporary files', 'home'],
    ]),
  )
  expect(contacts).toBe(1)
  contacts = 0
  for (const name of ['secret-key', 'session-token', 'database/PG_VERSION', 'another-recording']) {
    await rm(path.join(dataDir, `${name}.added`))
  }
})

// Without the launcher a box has limits only, which the diagnostics say.
describe.skipIf(!isBoxed)('each kind of process reaches neither network nor secrets', () => {
  afterEach(() => expect(contacts).toBe(0))

  test('whisper-cli', async () => {
    const job = { program: probe, model, vadModel: model, wav, durationSeconds: 2, threads: 2 }
    const run = runWhisper({
      ...job,
      ...options,
      language: 'en',
      runDir: path.join(dataDir, 'running'),
    })
    expect(await escapesFrom(run)).toBe('')
  })

  test('the search for speech', async () => {
    const [span] = await findSpeech({ program: probe, model, wav }, signal)
    expect(span?.start, 'the number of ways out').toBe(0)
  })

  test('the decoder', async () => {
    const deps = { nodePath: probe, runDir: path.join(dataDir, 'running') }
    const target = path.join(work, 'decoded.wav')
    expect(await escapesFrom(decodeAudio(deps, { path: wav, target }, options))).toBe('')
  })

  test('the owner’s ffmpeg, which the decoder starts', async () => {
    const file = path.join(work, 'video.avi')
    await writeFile(file, Buffer.from('RIFF\0\0\0\0AVI LIST'.padEnd(4_096, '\0')))
    vi.stubEnv('PATH', `${path.dirname(probe)}${path.delimiter}${process.env['PATH']}`)
    const deps = { nodePath: node, runDir: path.join(dataDir, 'running') }
    const target = path.join(work, 'decoded.wav')
    expect(await escapesFrom(decodeAudio(deps, { path: file, target }, options))).toBe('')
    vi.unstubAllEnvs()
  })

  test('the telling apart of speakers', async () => {
    let said = ''
    const deps = { nodePath: probe, log: (message: string) => void (said = message) }
    const task = { encoder: model, segmentation: model, wav, spans: [{ start: 0, end: 1 }] }
    await diarize(deps, { ...task, folder: work }, options).catch(() => undefined)
    expect(/escaped:(.*);/.exec(said)?.[1]).toBe('')
  })

  test('the embedder', async () => {
    process.execPath = probe
    const file = { path: model, sha256: '' }
    const embedder = createEmbedder({ log, folders: [] })
    const embedding = {
      ...file,
      id: 'x',
      languages: [],
      tokenizer: file,
      utteranceClassifier: file,
    }
    expect(await escapesFrom(embedder.embed(embedding, ['words'], signal))).toBe('')
    await embedder.stop()
  })

  test('the language model', async () => {
    process.execPath = probe
    const llama = createLlama({ log })
    const request = { instructions: '', segments: [], language: 'en', schema: {} }
    const answer = llama.write({ path: model, id: 'x', sha256: '' }, request, options)
    expect(await escapesFrom(answer)).toBe('')
    await llama.stop()
  })
})

describe.skipIf(!isBoxed)('native code', () => {
  let calls: string
  let other: ReturnType<typeof spawn>
  beforeAll(() => {
    calls = path.join(folder, 'bin/calls')
    const source = path.join(import.meta.dirname, 'calls.c')
    expect(spawnSync('cc', ['-o', calls, source], { encoding: 'utf8' })).toMatchObject({
      status: 0,
    })
    other = spawn(node, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  })
  afterAll(() => void other.kill())

  /** What got through. */
  async function attempts(rules: { startsPrograms: boolean } | null): Promise<string[]> {
    const through: string[] = []
    await runChild({
      command: calls,
      args: [path.join(dataDir, 'secret-key'), String(other.pid)],
      box: rules && { read: [], memoryBytes: 2 ** 30, processorSeconds: 5, ...rules },
      deadlineMs: 60_000,
      signal,
      onStdoutLine: (line) => through.push(line),
    })
    return through
  }

  test('changes no file, no other process, and gets no memory that no limit counts', async () => {
    expect(await attempts(null)).toEqual(
      expect.arrayContaining([
        ...['chmod', 'chown', 'times', 'priority', 'scheduler', 'processors', 'limits'],
        ...['segment', 'file in memory', 'shared memory', 'growing memory', 'zeros'],
        ...['length of a file', 'a process', 'another group'],
      ]),
    )
    expect(await attempts({ startsPrograms: false })).toEqual([])
    expect(await attempts({ startsPrograms: true })).toEqual(['a process'])
  })
})

describe.skipIf(process.platform === 'win32')('limits', () => {
  const run = (code: string, limits: { memoryBytes: number; processorSeconds: number }) =>
    runChild({
      command: node,
      args: ['-e', code],
      box: { read: [], ...limits },
      deadlineMs: 60_000,
      signal,
    })

  test('processor time ends with a code of its own', async () => {
    const run1 = run('for (;;);', { memoryBytes: 3 * 2 ** 30, processorSeconds: 1 })
    await expect(run1).rejects.toMatchObject({ code: 'engine_timeout' })
  })

  test('without the launcher they hold, and the diagnostics say what is missing', async () => {
    const child = fork(fileURLToPath(new URL('./without-launcher.ts', import.meta.url)), {
      env: { PATH: process.env['PATH'], EARSHOT_CACHE_DIR: path.join(folder, 'nowhere') },
    })
    const [said] = await once(child, 'message')
    expect(said).toEqual({
      state: {
        network: false,
        files: false,
        limits: true,
        missing: expect.stringContaining('not kept'),
      },
      code: 'engine_timeout',
    })
  })

  test('memory ends as memory', async () => {
    const filling = 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 28))'
    const { stderrTail } = await run(filling, { memoryBytes: 2 * 2 ** 30, processorSeconds: 60 })
    expect(stderrTail).toMatch(/allocation failed/)
  })
})
