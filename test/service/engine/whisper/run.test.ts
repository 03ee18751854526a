import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Dimensions } from '../../../../service/engine/ggml/whisper-shape.ts'
import { alignmentPreset } from '../../../../service/engine/whisper/alignment-heads.ts'
import { bundledModelsFolder } from '../../../../service/engine/models/catalogue.ts'
import { speechProcessor } from '../../../../service/engine/whisper/processor.ts'
import { runWhisper, type WhisperRun } from '../../../../service/engine/whisper/run.ts'
import { allowedSeconds } from '../../../../service/engine/whisper/time-allowed.ts'
import { layouts } from '../../../support/expanded-weights.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-run-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A stand-in for whisper-cli that notes how it was called, then does `behaviour`. */
async function program(behaviour: string, name = 'whisper-cli'): Promise<string> {
  const file = path.join(folder, name)
  const script = `#!${process.execPath}
    const fs = require('fs'), args = process.argv.slice(2), value = (name) => args[args.indexOf(name) + 1]
    fs.appendFileSync(${JSON.stringify(path.join(folder, 'calls'))}, process.argv[1] + ' ' + args.join(' ') + '\\n')
    const answer = () => fs.writeFileSync(value('--output-file') + '.json',
      '{"result":{"language":"en"},"transcription":[]}')
    ${behaviour}`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, script)
  await chmod(file, 0o755)
  return file
}
const calls = async (): Promise<string[]> =>
  (await readFile(path.join(folder, 'calls'), 'utf8')).trimEnd().split('\n')

/** The beginning of weights, as far as it tells their size. */
async function writeHead(
  vocabulary: number,
  width: number,
  layers: [number, number],
): Promise<string> {
  const head = Buffer.alloc(44)
  head.writeInt32LE(0x67676d6c, 0)
  for (const [at, value] of [vocabulary, width, ...layers].entries()) {
    head.writeInt32LE(value, [4, 12, 20, 36][at])
  }
  const file = path.join(folder, 'weights.bin')
  await writeFile(file, head)
  return file
}

const transcribe = (file: string, change = {}) =>
  runWhisper({
    program: file,
    model: path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin'),
    vadModel: 'vad.bin',
    wav: path.join(folder, 'sound.wav'),
    durationSeconds: 1,
    language: 'auto',
    threads: 2,
    runDir: path.join(folder, 'running'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...change,
  })

test('work that fails on the GPU is done at once without it, and later work does not try it', async () => {
  const file = await program("if (args.includes('--no-gpu')) answer(); else process.abort()")
  expect((await transcribe(file)).output.transcription).toEqual([])
  await transcribe(file)
  expect((await calls()).map((call) => call.includes('--no-gpu'))).toEqual([false, true, true])
})

test("the GPU's own build comes first, the processor's where that one runs out of memory", async () => {
  const file = await program('answer()')
  const gpu = await program(
    "console.error('failed to allocate'); process.exit(1)",
    'gpu/whisper-cli',
  )
  await transcribe(file)
  expect((await calls()).map((call) => call.split(' ')[0])).toEqual([gpu, file])
})

test('where there is no GPU its build is not started again, and what did the work is told', async () => {
  const file = await program('answer()')
  const gpu = await program(
    "console.error('whisper_backend_init_gpu: no GPU found'); answer()",
    'gpu/whisper-cli',
  )
  await transcribe(file)
  await transcribe(file)
  expect((await calls()).map((call) => call.split(' ')[0])).toEqual([gpu, file])
  expect(speechProcessor()).toMatchObject({ kind: 'cpu', name: null })
})

test('the GPU is told by its name, and so is one that failed', async () => {
  const lines = [
    'ggml_vulkan: 0 = AMD Radeon RX 6600 (RADV NAVI23) (radv) | uma: 0 | fp16: 1',
    'whisper_backend_init_gpu: using Vulkan0 backend',
  ]
  const says = lines.map((line) => `console.error(${JSON.stringify(line)});`).join('')
  await transcribe(await program(`${says} answer()`, 'one/whisper-cli'))
  expect(speechProcessor()).toMatchObject({ kind: 'gpu', name: 'AMD Radeon RX 6600' })
  const failing = `if (!args.includes('--no-gpu')) { ${says} process.exit(1) } answer()`
  await transcribe(await program(failing, 'two/whisper-cli'))
  expect(speechProcessor()).toEqual({ kind: 'cpu', name: null, failed: 'AMD Radeon RX 6600' })
})

test('a failure without a GPU is told at once', async () => {
  const file = await program(
    "console.error('whisper_backend_init_gpu: no GPU found'); process.exit(1)",
  )
  await expect(transcribe(file)).rejects.toMatchObject({ code: 'engine_crashed' })
  expect(await calls()).toHaveLength(1)
})

test('larger weights may take longer, in proportion to what they compute', async () => {
  const allowed = async ({ vocabulary, audioState, audioLayers, textLayers }: Dimensions) =>
    allowedSeconds(await writeHead(vocabulary, audioState, [audioLayers, textLayers]), 30)
  const base = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')
  expect(await allowedSeconds(base, 30)).toBe(180)
  expect(await allowed(layouts.small)).toBe(180 * 4.5)
  expect(await allowed(layouts.medium)).toBe(180 * 16)
  expect(await allowed(layouts['large-v3'])).toBeCloseTo(180 * 33.3, -2)
  expect(await allowed({ ...layouts.small, audioState: 384, audioLayers: 4, textLayers: 4 })).toBe(
    180,
  )
})

test('work that was cancelled is not done again', async () => {
  const file = await program('setInterval(() => {}, 1e6)')
  const stopping = new AbortController()
  const work = transcribe(file, { signal: stopping.signal })
  stopping.abort()
  await expect(work).rejects.toMatchObject({ code: 'cancelled' })
})

test('segments are told as soon as the program writes them, and none that is cut short', async () => {
  const json = (text: string) =>
    JSON.stringify(
      {
        result: { language: 'en' },
        transcription: [{ offsets: { from: 0, to: 900 }, text, tokens: [] }],
      },
      null,
      '\t',
    )
  const written = ['', '[00:00 --> 00:01]  another build', json(' One.'), '{', '\t"cut', '}']
  const file = await program(
    `console.log(${JSON.stringify([...written, json(' Two.')].join('\n'))}); answer()`,
  )
  const told: string[][] = []
  const onSegments = ({ output }: WhisperRun) =>
    void told.push(output.transcription.map(({ text }) => text))
  expect((await transcribe(file, { onSegments })).output.transcription).toEqual([])
  expect(told).toEqual([[' One.'], [' One.', ' Two.']])
})

test('the weights tell which attention heads give word times', async () => {
  const weights = path.join(folder, 'weights.bin')
  const presetOf = async (vocabulary: number, width: number, layers: [number, number]) =>
    alignmentPreset(await writeHead(vocabulary, width, layers))
  expect(await presetOf(51_865, 512, [6, 6])).toBe('base')
  expect(await presetOf(51_864, 384, [4, 4])).toBe('tiny.en')
  expect(await presetOf(51_866, 1280, [32, 4])).toBe('large.v3.turbo')
  expect(await presetOf(51_866, 1280, [32, 32])).toBe('large.v3')
  expect(await presetOf(51_866, 1280, [32, 2])).toBeUndefined()
  expect(await presetOf(51_864, 768, [12, 4])).toBeUndefined()
  await writeFile(weights, 'no weights')
  expect(await alignmentPreset(weights)).toBeUndefined()
})

test('a live piece is heard by one path, in hardly more than its own length', async () => {
  const file = await program('answer()')
  await transcribe(file, { isLive: true, language: 'en', durationSeconds: 12 })
  await transcribe(file, { isLive: true, language: 'en', durationSeconds: 30 })
  await transcribe(file, { isLive: true, language: 'auto', durationSeconds: 12 })
  await transcribe(file, { language: 'en', durationSeconds: 12 })
  const [short = '', long = '', detected = '', whole = ''] = await calls()
  expect(short).toContain('--beam-size 1 --best-of 1 --no-fallback --audio-ctx 768')
  expect(long).toContain('--audio-ctx 1500')
  expect(detected).not.toContain('--audio-ctx')
  expect(whole).toContain('--beam-size 5')
  expect(whole).not.toContain('--audio-ctx')
})
