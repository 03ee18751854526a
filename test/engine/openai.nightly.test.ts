// OpenAI's own client against the real engine.
import OpenAI, { toFile } from 'openai'
import { fork } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StartScript } from '../../service/core/script-child.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { bundledTranscriber } from '../support/transcriber.ts'

const whisper = await findWhisper()
const here = test.skipIf(!whisper)

let folder: string
let app: TestApp
let client: OpenAI
/** The programs of the engine that were started. */
let started: string[] = []
beforeAll(async () => {
  if (!whisper) return void process.stderr.write('SKIPPED: whisper-cli is not built.\n')
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-openai-'))
  app = await startTestApp({ transcriber: bundledTranscriber(folder, whisper, { startScript }) })
  client = new OpenAI({ baseURL: `${app.baseUrl}/v1`, apiKey: app.sessionToken, maxRetries: 0 })
})
afterAll(async () => {
  if (!whisper) return
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const startScript: StartScript = ({ entry, args, execArgv, env }) => {
  started.push(path.basename(entry))
  return fork(entry, [...args], { execArgv: [...execArgv], env, silent: true })
}

const given = () => ({ file: createReadStream(kennedyClip), model: 'whisper-1' })

here('the words of a recording, each with its time', async () => {
  const answer = await client.audio.transcriptions.create({
    ...given(),
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  })
  expect(answer.text).toBe(kennedyText)
  expect(answer).toMatchObject({ language: 'english', model_used: 'whisper-base-q5_1' })
  expect(answer.duration).toBeCloseTo(11, 0)
  expect(
    answer.segments
      ?.map(({ text }) => text)
      .join('')
      .trim(),
  ).toBe(kennedyText)
  const times = answer.words?.map(({ start }) => start) ?? []
  expect(times.length).toBe(kennedyText.split(' ').length)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

here('a prompt sets the style, and the deltas of a stream are the text', async () => {
  const stream = await client.audio.transcriptions.create({
    ...given(),
    language: 'en',
    prompt: 'MY FELLOW CITIZENS OF THE WORLD, ASK NOT WHAT AMERICA WILL DO FOR YOU.',
    stream: true,
  })
  let sent = ''
  for await (const event of stream) {
    if (event.type === 'transcript.text.delta') sent += event.delta
    else expect(event).toMatchObject({ type: 'transcript.text.done', text: sent })
  }
  // Some of it in capitals, as the prompt has it.
  expect(sent).not.toBe(kennedyText)
  expect(sent.toLowerCase()).toBe(kennedyText.toLowerCase())
})

here('the program that tells voices apart runs only for who asks for speakers', async () => {
  const programsOf = async (response_format: 'json' | 'diarized_json') => {
    started = []
    await client.audio.transcriptions.create({ ...given(), response_format })
    return started
  }
  const plain = await programsOf('json')
  expect(plain).toContain('decode-child.ts')
  expect(plain).not.toContain('diarization-child.ts')
  expect(await programsOf('diarized_json')).toContain('diarization-child.ts')
})

here('what is no recording is refused by its field', async () => {
  const file = await toFile(Buffer.from('This is no sound.'), 'call.mp3')
  await expect(client.audio.transcriptions.create({ ...given(), file })).rejects.toMatchObject({
    status: 400,
    param: 'file',
    error: { details: [{ code: 'unsupported_media' }] },
  })
})
