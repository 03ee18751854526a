import { expect, test } from 'vitest'
import { planCalls, soundOf, waveformOf } from '../seed/plan.ts'

const calls = planCalls()

test('npm run seed has 60 calls of the last eight weeks, with every blank filled in', () => {
  expect(calls).toHaveLength(60)
  expect(new Set(calls.map(({ filename }) => filename)).size).toBe(60)
  const texts = calls.flatMap(({ transcription }) => transcription.segments.map(({ text }) => text))
  expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  for (const { startedAt } of calls) {
    expect(startedAt).toBeLessThan(Date.now())
    expect(startedAt).toBeGreaterThan(Date.now() - 58 * 24 * 3_600_000)
  }
})

test('the sound of a call is as long as its words, and its picture as long as its sound', () => {
  const [call] = calls
  if (!call) throw new Error('There is no call.')
  const { durationSeconds, segments } = call.transcription
  expect(segments.at(-1)?.end).toBeLessThan(durationSeconds)
  expect((soundOf(call).length - 44) / 8_000).toBeCloseTo(durationSeconds, 2)
  const { peaks, secondsPerPeak } = waveformOf(call.transcription)
  expect((peaks[0]?.length ?? 0) * secondsPerPeak).toBeCloseTo(durationSeconds, 0)
})
