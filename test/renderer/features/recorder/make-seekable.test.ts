import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OGG,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { beforeAll, expect, test } from 'vitest'
import { makeSeekable, opusSeconds } from '../../../../renderer/features/recorder/make-seekable.ts'
import { decodeAudio } from '../../../../service/engine/decode/decode-audio.ts'
import { perChange } from '../../../support/nightly.ts'

const tone = path.join(import.meta.dirname, '../../../fixtures/tones/tone.opus')

/** The tone, said a hundred times, as a browser's recorder writes it: no length, no index. */
let live: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  live = await recordLive(0)
})

/** `asleep` is for how many seconds the computer slept in the middle of it. */
async function recordLive(asleep: number): Promise<Uint8Array<ArrayBuffer>> {
  const input = new Input({
    source: new BlobSource(new Blob([await readFile(tone)])),
    formats: [OGG],
  })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('The fixture holds no sound.')
  const target = new BufferTarget()
  const format = new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 0.25 })
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets())
  const first = packets[0]?.timestamp ?? 0
  const length = packets.reduce((sum, { duration }) => sum + duration, 0)
  for (let turn = 0; turn < 100; turn += 1) {
    for (const packet of packets) {
      const timestamp = packet.timestamp - first + turn * length + (turn < 50 ? 0 : asleep)
      await source.add(packet.clone({ timestamp }), { decoderConfig })
    }
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

async function rewrite(given: Uint8Array<ArrayBuffer>) {
  let bytes = new Uint8Array(0)
  const seconds = await makeSeekable(new Blob([given]), (data, at) => {
    const longer = new Uint8Array(Math.max(bytes.length, at + data.length))
    longer.set(bytes)
    longer.set(data, at)
    bytes = longer
  })
  const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: [WEBM] })
  const track = await input.getPrimaryAudioTrack()
  const told = await track?.getDurationFromMetadata()
  return { seconds, told: told ?? 0, bytes }
}

test('what a browser wrote gets its length', async () => {
  const { seconds, told, bytes } = await rewrite(live)
  expect(seconds).toBeGreaterThan(20)
  expect(told).toBeCloseTo(seconds, 1)
  expect(bytes.length).toBeGreaterThan(live.length * 0.9)
})

test('the hole that a sleep of the computer leaves is closed', async () => {
  const { seconds } = await rewrite(live)
  const slept = await rewrite(await recordLive(600))
  expect(slept.seconds).toBeCloseTo(seconds, 1)
  expect(slept.told).toBeCloseTo(seconds, 1)
})

test.each([
  { what: 'SILK, one frame of 60 ms', head: [3 << 3], seconds: 0.06 },
  { what: 'hybrid, two frames of 10 ms', head: [(12 << 3) | 1], seconds: 0.02 },
  { what: 'CELT, one frame of 2.5 ms', head: [16 << 3], seconds: 0.0025 },
  { what: 'CELT, three frames of 20 ms', head: [(31 << 3) | 3, 3], seconds: 0.06 },
])('a packet of Opus tells how long it sounds: $what', ({ head, seconds }) => {
  expect(opusSeconds(Uint8Array.from([...head, 0, 0]))).toBeCloseTo(seconds, 4)
})

test('cut off anywhere, all before the cut is kept', async () => {
  const whole = (await rewrite(live)).seconds
  const places = perChange(5, 20)
  for (let place = 1; place <= places; place += 1) {
    const share = (place - 0.37) / places
    const { seconds, told } = await rewrite(live.slice(0, Math.floor(live.length * share)))
    // At least up to the last whole packet; the first bytes are the head.
    expect(seconds).toBeGreaterThan(whole * share - 0.5)
    expect(told).toBeCloseTo(seconds, 1)
  }
})

test('the pipeline decodes what was cut off, as it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-cut-'))
  const file = path.join(folder, 'cut.webm')
  const cut = live.slice(0, Math.floor(live.length * 0.731))
  await writeFile(file, cut)
  const { durationSeconds } = await decodeAudio(
    { nodePath: process.execPath, runDir: folder },
    { path: file, target: path.join(folder, 'cut.wav') },
    { signal: AbortSignal.timeout(25_000), onProgress: () => undefined },
  )
  await rm(folder, { recursive: true })
  expect(durationSeconds).toBeGreaterThan((await rewrite(cut)).seconds - 0.1)
})

test('what holds no sound is refused', async () => {
  await expect(rewrite(new Uint8Array(5_000))).rejects.toThrow()
  await expect(rewrite(live.slice(0, 60))).rejects.toThrow()
})
