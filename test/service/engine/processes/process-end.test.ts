import { spawn, type ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logContext, withLogContext } from '../../../../service/core/log.ts'
import { createEmbedder } from '../../../../service/engine/embedding/embedder.ts'
import { createLlama } from '../../../../service/engine/llama.ts'
import { awaitEnd, ranOutOfMemory } from '../../../../service/engine/processes/process-end.ts'
import { noFiles } from '../../../support/embedder.ts'

const said = 'zanzibarword'
const start = (script: string) =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })

test.each([
  ['process.exitCode = 3', { code: 3, signal: null, cause: 'unknown' }],
  ['process.disconnect(); throw new Error("x")', { code: 1, cause: 'uncaught_error' }],
  [
    'process.stderr.write("ggml.c:1: GGML_ASSERT(a) failed"); process.exitCode = 1',
    { code: 1, cause: 'failed_assertion' },
  ],
  ['process.kill(process.pid, "SIGKILL")', { code: null, signal: 'SIGKILL', cause: 'unknown' }],
])('%s', async (script, end) => {
  await expect(
    awaitEnd(start(`${script}; process.connected && process.disconnect()`)),
  ).resolves.toMatchObject(end)
})

test('each kind of allocation that fails is known', () => {
  for (const line of [
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'memory allocation of 4096 bytes failed',
    "terminate called after throwing an instance of 'std::bad_alloc'",
    'ggml_aligned_malloc: failed to allocate 9.00 MB',
  ]) {
    expect(ranOutOfMemory(line)).toBe(true)
  }
  expect(ranOutOfMemory('The file is damaged.')).toBe(false)
})

test('what a language model prints as it ends is not logged, only its kind', async () => {
  const lines: string[] = []
  const llama = createLlama({
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    startChild: () => start(`throw new Error('cannot parse: ${said}')`),
  })
  const request = { instructions: '', segments: [], language: 'en', schema: {} }
  const work = { signal: new AbortController().signal, onProgress: () => undefined }
  const model = { path: 'none', id: 'none', sha256: '' }
  await expect(llama.write(model, request, work)).rejects.toMatchObject({ code: 'engine_crashed' })
  await expect.poll(() => lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    code: 1,
    cause: 'uncaught_error',
    msg: 'language model ended',
  })
  expect(lines.join('')).not.toContain(said)
  await llama.stop()
})

test('the end of the embedding process carries no ids of the job that started it', async () => {
  const lines: string[] = []
  const log = pino({ base: null, mixin: logContext }, { write: (line) => void lines.push(line) })
  const answer = 'process.on("message", () => process.send({ vectors: [[1]], probabilities: [] }))'
  const children: ChildProcess[] = []
  const startScript = () => {
    const child = start(answer)
    children.push(child)
    return child
  }
  const embedder = createEmbedder({ log, folders: [], startScript })
  const model = { id: 'none', languages: [], ...noFiles }
  const { signal } = new AbortController()
  await withLogContext({ job_id: 'job_1' }, () => embedder.embed(model, ['x'], signal))
  children[0]?.kill('SIGKILL')
  await expect.poll(() => lines).toHaveLength(1)
  const line: unknown = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({ signal: 'SIGKILL', msg: 'embedding model ended' })
  expect(line).not.toHaveProperty('job_id')
  await embedder.stop()
})
