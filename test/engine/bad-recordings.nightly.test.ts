/** Uploads that are not what they say, through HTTP and the real engine: each ends in words. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { createEngines } from '../../service/engine/engines.ts'
import { readConfig } from '../../service/config.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, makeWav, sine } from '../support/sound.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: bad recordings, because whisper-cli is not built.\n')
}

let app: TestApp
let projectId: string
let clip: Buffer<ArrayBuffer>
beforeAll(async () => {
  const { transcriber } = createEngines(readConfig(process.env), createLog('silent'))
  app = await startTestApp({ transcriber })
  projectId = (await givenProject(app)).id
  clip = Buffer.from(await readFile(kennedyClip))
})
afterAll(() => app.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const wav = (seconds: number, level: (channel: number, time: number) => number) =>
  Buffer.from(makeWav({ rate: 16_000 }, seconds, level))
const playlist = Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n')

/** Uploads `bytes` under a name and returns what became of them. */
async function transcribe(bytes: Buffer, filename: string, contentType: string) {
  const id = await givenRecording(app, projectId, {
    filename,
    content_type: contentType,
    bytes: Buffer.from(bytes),
  })
  const { body } = await app.call('GET', `/v1/projects/${projectId}/content/${id}`)
  return body.data
}

const words = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? []

describe.skipIf(program === undefined)('a recording that cannot be heard', () => {
  test.each([
    ['a picture renamed', () => png, 'call.mp3', 'audio/mpeg'],
    ['text renamed', () => Buffer.from('Dear diary, '.repeat(200)), 'call.mp3', 'audio/mpeg'],
    ['a playlist that names a file of this machine', () => playlist, 'call.mp4', 'video/mp4'],
    ['only a header', () => wav(0, () => 0), 'call.wav', 'audio/wav'],
    ['one byte', () => Buffer.from([0]), 'call.ogg', 'audio/ogg'],
    ['noise in place of a file', () => Buffer.alloc(20_000, 0x5a), 'call.flac', 'audio/flac'],
  ])('fails with a code and a sentence: %s', async (_name, bytes, filename, type) => {
    const item = await transcribe(bytes(), filename, type)
    expect(item.status).toBe('failed')
    expect(item.error.code).toMatch(/^(unsupported_media|no_audio_stream|decode_failed)$/)
    expect(item.error.message).toMatch(/^[A-Z].{15,}\.$/s)
    expect(item.error.message).not.toMatch(/\bat |Error:|\/tmp|node_modules/)
    expect(item.transcript).toBeNull()
  })

  test.each([
    ['a tenth of a second', () => wav(0.1, sine(440))],
    ['silence', () => wav(8, () => 0)],
    ['a hum', () => wav(8, sine(50))],
  ])('invents no words: %s', async (_name, bytes) => {
    const item = await transcribe(bytes(), 'quiet.wav', 'audio/wav')
    expect([item.status, item.error]).toEqual(['completed', null])
    expect(item.transcript).toMatchObject({ text: '', word_count: 0, segments: [] })
  })

  const firstWords = words('And so my fellow Americans')
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
  const damageAt = (bytes: Buffer, share: number) => {
    const damaged = Buffer.from(bytes)
    const at = Math.floor(bytes.length * share)
    return damaged.fill(0, at, at + 3_000)
  }

  test.runIf(isNightly)('a recording cut short keeps the words before the cut', async () => {
    const item = await transcribe(cut(clip, 0.5), 'half.mp3', 'audio/mpeg')
    expect(item.status).toBe('completed')
    expect(words(item.transcript.text).slice(0, 5)).toEqual(firstWords)
    expect(item.transcript.word_count).toBeLessThan(18)
  })

  test.runIf(isNightly)('damage in the middle costs no more than the words there', async () => {
    const item = await transcribe(damageAt(clip, 0.5), 'damaged.mp3', 'audio/mpeg')
    expect(item.status).toBe('completed')
    const transcribed = words(item.transcript.text)
    expect(transcribed.slice(0, 5)).toEqual(firstWords)
    expect(transcribed.slice(-3)).toEqual(['for', 'your', 'country'])
  })

  test.runIf(isNightly)('a whole recording loses nothing', async () => {
    const item = await transcribe(clip, 'jfk.mp3', 'audio/mpeg')
    expect(item.status).toBe('completed')
    expect(item.transcript.text).toMatch(/ask not what your country can do for you/i)
  })

  test('next, one damaged and cut short keeps its other words; no file is left behind', async () => {
    const item = await transcribe(cut(damageAt(clip, 0.27), 0.75), 'next.mp3', 'audio/mpeg')
    expect(item.status).toBe('completed')
    const transcribed = words(item.transcript.text)
    expect(transcribed.slice(0, 5)).toEqual(firstWords)
    // Between the damage and the cut.
    expect(transcribed.join(' ')).toContain('country can do for you')
    expect(item.transcript.word_count).toBeLessThan(22)
    const { body } = await app.call('GET', `/v1/projects/${projectId}/content?limit=100`)
    const kept = body.data.map(({ id }: { id: string }) => id).toSorted()
    const files = await readdir(path.join(app.dataDir, 'recordings'))
    expect(files.filter((name) => !name.endsWith('.json')).toSorted()).toEqual(kept)
    expect(await readdir(path.join(app.dataDir, 'incoming')).catch(() => [])).toEqual([])
  })
})
