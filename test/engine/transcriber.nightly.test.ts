/** The speech engine through its door, in what transcriber.test.ts leaves out: long recordings, pauses, ends. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryScratch } from '../../service/core/memory-scratch.ts'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import type { PartialLines, Transcription } from '../../service/engine/engine.ts'
import { preemption } from '../../service/engine/processes/preemption.ts'
import type { TranscriberOptions } from '../../service/engine/whisper/transcriber.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, listRecordings, makeWav, sine, speechFolder } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: the speech engine, because whisper-cli is not built.\n')
}
const recordings = listRecordings()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-engine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const engine = (change: Partial<TranscriberOptions> = {}) =>
  bundledTranscriber(folder, program, change)

const work = (change = {}) => ({ ...unwatched(), ...change })

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const target = path.join(folder, name)
  await writeFile(target, bytes)
  return target
}

const leftBehind = () => readdir(path.join(folder, 'work'))

describe.skipIf(program === undefined)('the speech engine', () => {
  /** The clip, transcribed once for all who compare with it. */
  let kennedy: Promise<Transcription> | undefined
  const transcribeKennedy = () =>
    (kennedy ??= (async () => {
      const transcriber = engine()
      const transcribed = await transcriber.transcribe({ audioPath: kennedyClip }, work())
      await transcriber.stop()
      return transcribed
    })())

  /** The clip again and again. */
  async function repeatKennedy(seconds: number): Promise<string> {
    const clip = path.join(folder, 'clip.wav')
    const deps = { nodePath: process.execPath, runDir: path.join(folder, 'work', 'running') }
    await decodeAudio(deps, { path: kennedyClip, target: clip }, work())
    const sound = (await readFile(clip)).subarray(44)
    const level = (_channel: number, time: number) =>
      sound.readInt16LE((Math.round(time * 16_000) * 2) % sound.length) / 32_768
    return file(`${seconds}.wav`, makeWav({ rate: 16_000 }, seconds, level))
  }

  test('lines come while a part is transcribed, as they are in the end', async () => {
    const seen: PartialLines[] = []
    const onLines = async (lines: PartialLines) => void seen.push(lines)
    const request = { audioPath: await repeatKennedy(44), language: 'en' }
    const { segments } = await engine().transcribe(request, work({ onLines }))
    expect(seen.map(({ isWhole }) => isWhole)).toEqual([...seen.slice(1).map(() => false), true])
    const counts = seen.map((lines) => lines.segments.length)
    expect(counts.length).toBeGreaterThanOrEqual(3)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts[0]).toBeGreaterThan(0)
    // The latest lines may be cut elsewhere when more is heard, but no word is taken back.
    const words = (lines: readonly { text: string }[]) => lines.map(({ text }) => text).join(' ')
    for (const { segments: lines } of seen) {
      expect(words(segments).startsWith(words(lines))).toBe(true)
    }
  })

  test('the first lines of a long recording are there before any part of it is', async () => {
    const long = await repeatKennedy(900)
    const stop = new AbortController()
    const seen: PartialLines[] = []
    const kept: string[] = []
    const parts = {
      read: async () => undefined,
      write: async (key: string) => void kept.push(key.split(':')[0] ?? ''),
    }
    const onLines = async (lines: PartialLines): Promise<void> => {
      seen.push(lines)
      stop.abort()
    }
    const options = work({ signal: stop.signal, onLines, parts })
    await expect(engine().transcribe({ audioPath: long }, options)).rejects.toThrow()
    expect(seen).toHaveLength(1)
    const segments = seen[0]?.segments ?? []
    expect(seen[0]).toMatchObject({ position: 0, language: 'en', speakers: [{ voice: null }] })
    expect(segments[0]?.text).toMatch(/^And so,? my fellow Americans/)
    expect(segments.flatMap(({ words }) => words).length).toBeGreaterThan(30)
    expect(segments.at(-1)?.end).toBeLessThan(30)
    expect(kept).not.toContain('heard')
  })

  test.runIf(recordings.length > 0)('two people on one track are told apart by voice', async () => {
    const audioPath = path.join(speechFolder, 'v06-two-speakers-mono-16k.wav')
    const options = work()
    const { segments, speakers } = await engine().transcribe(
      { audioPath, withVoices: true },
      options,
    )
    expect(speakers.map(({ voice }) => voice?.embedding.length)).toEqual([192, 192])
    const turns = segments
      .map(({ speaker }) => speaker)
      .filter((who, at, all) => who !== all[at - 1])
    expect(turns).toEqual([0, 1, 0, 1, 0, 1])
  })

  test('for an encrypted library nothing of the sound comes to the disk', async () => {
    const memory = createMemoryScratch(folder)
    const opened: (string | null)[] = []
    const memoryScratch = {
      ...memory,
      open: async (bytes: number) => {
        const place = await memory.open(bytes)
        opened.push(place)
        return place
      },
    }
    const seen = new Set<string>()
    const onProgress = () =>
      void leftBehind().then((names) => names.forEach((one) => seen.add(one)))
    const hidden = engine({ memoryScratch })
    const { segments } = await hidden.transcribe({ audioPath: kennedyClip }, work({ onProgress }))
    const transcribed = await transcribeKennedy()
    expect(segments.map(({ text }) => text)).toEqual(transcribed.segments.map(({ text }) => text))
    await hidden.stop()
    if (process.platform !== 'linux') return
    // Of the recording, and of the process that stays for the next.
    expect(opened).toHaveLength(2)
    for (const place of opened) {
      expect(place).toContain('/dev/shm/earshot-')
      expect(existsSync(place ?? '')).toBe(false)
    }
    expect([...seen]).toEqual(['running'])
    await memory.sweep()
  })

  test('a transcription that stood still comes to the same as one that nothing disturbed', async () => {
    const undisturbed = await transcribeKennedy()
    const job = engine().transcribe({ audioPath: kennedyClip }, work())
    const [holds, disturbed] = await Promise.all([disturb(job), job])
    expect(holds).toBeGreaterThan(0)
    expect(JSON.stringify(disturbed)).toBe(JSON.stringify(undisturbed))
  })

  test('words after a long silence keep their time on the clock of the recording', async () => {
    const pause = Buffer.alloc(16_000 * 2 * 8)
    const target = path.join(folder, 'speech.wav')
    const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
    await decodeAudio(deps, { path: kennedyClip, target }, work())
    const sound = (await readFile(target)).subarray(44)
    // He pauses there for a second: after "Americans".
    const [before, after] = [sound.subarray(0, 2.8 * 32_000), sound.subarray(2.8 * 32_000)]
    const data = Buffer.concat([before, pause, after])
    const header = makeWav({ rate: 16_000 }, data.length / 32_000, () => 0).subarray(0, 44)
    const audioPath = await file('parted.wav', Buffer.concat([header, data]))
    const { segments } = await engine().transcribe({ audioPath, language: 'en' }, work())
    const words = segments.flatMap((segment) => segment.words)
    const startOf = (text: string) => words.find((word) => word.text.startsWith(text))?.start ?? 0
    expect(startOf('American')).toBeGreaterThan(0)
    expect(startOf('American')).toBeLessThan(2.8)
    expect(Math.abs(startOf('ask') - 11.3)).toBeLessThan(0.5)
    expect(Math.abs(startOf('what') - 13.4)).toBeLessThan(0.5)
    expect(words.filter((word) => word.start > 3 && word.end < 10.8)).toEqual([])
  }, 120_000)

  // Silence, a hum and a tenth of a second are in bad-recordings.nightly.test.ts, too, through HTTP.
  const wordless = [
    ['silence', () => 0],
    ['a hum', sine(100, 0.3)],
    ['noise', () => Math.random() * 0.4 - 0.2],
  ] as const
  test.each(wordless)('%s gives no words', async (_name, level) => {
    const audioPath = await file('empty.wav', makeWav({ rate: 16_000 }, 8, level))
    const { segments } = await engine().transcribe({ audioPath }, work())
    expect(segments).toEqual([])
  })

  const shortest = [
    ['one sample', makeWav({ rate: 16_000 }, 1 / 16_000, () => 0)],
    ['0.1 s', makeWav({ rate: 16_000 }, 0.1, sine(440))],
    ['0.1 s of 24 bits at 48 kHz', makeWav({ rate: 48_000, bits: 24 }, 0.1, sine(440))],
  ] as const
  test.each(shortest)('a recording of %s ends well, without words', async (_name, bytes) => {
    const audioPath = await file('short.wav', bytes)
    const { segments } = await engine().transcribe({ audioPath }, work())
    expect(segments).toEqual([])
  })

  test('stop ends what runs', async () => {
    const whisper = engine()
    const job = whisper.transcribe({ audioPath: kennedyClip }, work()).catch((error) => error.code)
    await whisper.stop()
    expect(await job).toBe('cancelled')
  })

  test('an engine killed from outside fails that job as a crash, and the next job works', async () => {
    const whisper = engine()
    const running = path.join(folder, 'work', 'running')
    const job = whisper.transcribe({ audioPath: kennedyClip }, work()).catch((error) => error.code)
    let isOver = false
    void job.finally(() => (isOver = true))
    // As often as it is started: what could be a graphics card's fault is tried again without one.
    const kill = async () => (await killNamed(running, 'whisper'), isOver)
    await expect.poll(kill, { timeout: 60_000 }).toBe(true)
    expect(await job).toBe('engine_crashed')
    const audioPath = await file(
      'next.wav',
      makeWav({ rate: 16_000 }, 1, () => 0),
    )
    expect((await whisper.transcribe({ audioPath }, work())).segments).toEqual([])
  }, 120_000)

  test.runIf(recordings.length > 0)(
    'no bad recording crashes it',
    async () => {
      const whisper = engine()
      const ends: Record<string, string> = {}
      for (const recording of recordings.filter((each) => each.file.startsWith('bad-'))) {
        const audioPath = path.join(speechFolder, recording.file)
        ends[recording.file] = await whisper.transcribe({ audioPath }, work()).then(
          ({ segments }) => (segments.length > 0 ? 'words' : 'no words'),
          (error: { code: string }) => error.code,
        )
      }
      expect(ends).toEqual({
        'bad-empty.wav': 'no_audio_stream',
        'bad-header-only.wav': 'no_audio_stream',
        'bad-truncated.mp3': 'words',
        'bad-truncated.m4a': 'decode_failed',
        'bad-random.flac': 'unsupported_media',
        'bad-text-renamed.mp3': 'unsupported_media',
        'bad-datasize.wav': 'words',
        'bad-video-no-audio.mp4': 'no_audio_stream',
      })
    },
    120_000,
  )

  test.runIf(recordings.length > 0)(
    'a call on two channels tells who spoke',
    async () => {
      const audioPath = path.join(speechFolder, 'v07-call-stereo-katie-left-steve-right.ogg')
      const { segments } = await engine().transcribe({ audioPath, language: 'en' }, work())
      const speakerSaying = (text: string) =>
        segments.find((segment) => segment.text.includes(text))?.speaker
      expect(speakerSaying('Steve')).toBe(0)
      expect(speakerSaying('Katie')).toBe(1)
      expect(speakerSaying('new conversation')).toBe(0)
    },
    120_000,
  )
})

/** Kills the first running child whose program has this name, as the system would. */
async function killNamed(running: string, name: string): Promise<boolean> {
  for (const entry of await readdir(running).catch(() => [])) {
    const note = JSON.parse(await readFile(path.join(running, entry), 'utf8').catch(() => '{}'))
    if (!String(note.command).includes(name)) continue
    process.kill(note.pid, 'SIGKILL')
    return true
  }
  return false
}

const turns = 4
const turnMs = 300

/** Urgent work again and again; says how often the work had to stand still. */
async function disturb(job: Promise<unknown>): Promise<number> {
  let holds = 0
  const leave = preemption.join({ pause: () => void (holds += 1), resume: () => undefined })
  for (let turn = 0; turn < turns; turn += 1) {
    await preemption.urgently(() => Promise.race([sleep(turnMs), job]))
    // Until what was held back has had its share.
    await Promise.race([sleep(turnMs), job])
  }
  leave()
  return holds
}
