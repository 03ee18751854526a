import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createClock,
  measureLevels,
  muteEcho,
  soundingSpans,
  soundingSteps,
  withPauses,
} from '../../../../service/engine/pipeline/silence.ts'
import { secondsOf } from '../../../../service/engine/sound/spans.ts'

const loud = 1e6
const quiet = 20

/** Steps of 50 ms: `seconds` of each level in turn. */
const levels = (...runs: [number, number][]): Float32Array =>
  Float32Array.from(runs.flatMap(([level, seconds]) => Array(Math.round(seconds * 20)).fill(level)))

const chunksOf = (energy: Float32Array) =>
  soundingSpans(soundingSteps(energy, measureLevels(energy)), {
    start: 0,
    end: energy.length / 20,
  })

test('the chunks of a track are its sound with half a second around it', () => {
  const energy = levels([quiet, 3], [loud, 2], [quiet, 5], [loud, 1], [quiet, 0.4], [loud, 1])
  expect(chunksOf(energy)).toEqual([
    { start: 2.5, end: 5.5 },
    { start: 9.5, end: 12.4 },
  ])
})

test('a silent track has no chunks, and a noisy one is heard whole', () => {
  expect(chunksOf(levels([0, 10]).map((_, at) => (at === 0 ? 0 : 0)))).toEqual([
    { start: 0, end: 10 },
  ])
  const noisy = levels([loud, 2], [loud / 20, 6])
  expect(chunksOf(noisy)).toEqual([{ start: 0, end: 8 }])
})

test('digital silence between words is cut', () => {
  expect(secondsOf(chunksOf(levels([0, 10], [loud, 2], [0, 10])))).toBe(3)
})

test('up to two seconds of a pause are kept between chunks, silenced', () => {
  const [first, second, third] = [
    { start: 0, end: 2 },
    { start: 6, end: 8 },
    { start: 8.25, end: 9 },
  ]
  const chunks = withPauses([first, second, third])
  expect(chunks).toEqual([
    first,
    { start: 4, end: 6, isMuted: true },
    second,
    { start: 8, end: 8.25, isMuted: true },
    third,
  ])
  // Silenced pauses stay so, and a word that whisper puts there ends with the sound before.
  expect(muteEcho(chunks, new Uint8Array(180))[1]).toEqual(chunks[1])
  expect(createClock(chunks)({ start: 2.5, end: 3 })).toEqual({ start: 1.7, end: 2 })
})

test('times in the chunks come back on the clock of the recording', () => {
  const toRecording = createClock([
    { start: 2, end: 4 },
    { start: 10, end: 13 },
  ])
  expect(toRecording({ start: 0.5, end: 1 })).toEqual({ start: 2.5, end: 3 })
  expect(toRecording({ start: 3, end: 4 })).toEqual({ start: 11, end: 12 })
  // Across the cut: it lies where most of it is.
  expect(toRecording({ start: 1.9, end: 2.5 })).toEqual({ start: 10, end: 10.5 })
  expect(toRecording({ start: 1.2, end: 2.1 })).toEqual({ start: 3.2, end: 4 })
})

test('what is only echo in a chunk is muted, but not beside own sound', () => {
  const echo = Uint8Array.from({ length: 60 }, (_, at) => +(at >= 20))
  const chunks = muteEcho([{ start: 0, end: 3 }], echo)
  expect(chunks.map(({ isMuted }) => isMuted)).toEqual([false, true])
  expect(chunks[1]?.start).toBeCloseTo(1.15)
  expect(secondsOf(chunks)).toBeCloseTo(3)
})

test('chunks are in order, apart, inside the span and hold every sounding step', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (list) => {
      const steps = Uint8Array.from(list, (is) => +is)
      const end = list.length / 20
      const chunks = soundingSpans(steps, { start: 0, end })
      for (const [at, chunk] of chunks.entries()) {
        expect(chunk.start).toBeGreaterThanOrEqual(at === 0 ? 0 : (chunks[at - 1]?.end ?? 0))
        expect(chunk.end).toBeLessThanOrEqual(end)
      }
      const inside = (time: number) => chunks.some((p) => p.start <= time && time < p.end)
      expect(list.every((is, at) => !is || inside((at + 0.5) / 20))).toBe(true)
    }),
  )
})

test('four seconds of speech in a silent hour are found', () => {
  const chunks = chunksOf(levels([quiet, 1800], [loud, 4], [quiet, 1796]))
  expect(chunks).toEqual([{ start: 1799.5, end: 1804.5 }])
})

test('times are mapped back in whole milliseconds', () => {
  const clock = createClock([
    { start: 4.1, end: 6.3 },
    { start: 9.7, end: 12.9 },
  ])
  expect(clock({ start: 2.95, end: 3.1 })).toEqual({ start: 10.45, end: 10.6 })
})
