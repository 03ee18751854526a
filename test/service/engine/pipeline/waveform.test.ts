import { expect, test } from 'vitest'
import { singleTrack } from '../../../../service/engine/pipeline/tracks.ts'
import { drawWaveform } from '../../../../service/engine/pipeline/waveform.ts'

/** A recording of so many seconds, each step of which is as loud as is told, 0 to 1. */
function draw(seconds: number, amplitude: (time: number) => number) {
  const steps = Float32Array.from({ length: seconds * 20 }, (_, at) => {
    return (32_767 * amplitude(at / 20)) ** 2
  })
  const loudness = { energy: [steps] }
  return drawWaveform({ channels: 1, loudness, tracks: [singleTrack(loudness)] })
}

test('ten hours are told in at most 4,000 peaks, and what is short is not lost between', () => {
  const clap = 18_000.5
  const { peaks, secondsPerPeak } = draw(36_000, (time) => (time === clap ? 0.9 : 0.0001))
  const [lane = []] = peaks
  expect(lane.length).toBeGreaterThan(3_500)
  expect(lane.length).toBeLessThanOrEqual(4_000)
  expect(lane.indexOf(100)).toBe(Math.floor(clap / secondsPerPeak))
  expect(lane.filter((peak) => peak === 100)).toHaveLength(1)
})

test('a recording that is all of one loudness has nothing quiet in it', () => {
  expect(draw(60, () => 0.2).quiet).toEqual([])
})

test('digital silence is quiet, even in a recording too noisy to tell speech by its level', () => {
  const noisy = (time: number) => (time >= 20 && time < 23 ? 0 : 0.1)
  expect(draw(60, noisy).quiet).toEqual([{ start: 20, end: 23 }])
})

test('a pause of less than a second is none', () => {
  const { quiet } = draw(20, (time) => (time >= 5 && time < 5.9 ? 0.00001 : 0.3))
  expect(quiet).toEqual([])
})

test('a recording shorter than a step has no peaks', () => {
  expect(draw(0, () => 1)).toEqual({ secondsPerPeak: 0.05, peaks: [[]], quiet: [] })
})
