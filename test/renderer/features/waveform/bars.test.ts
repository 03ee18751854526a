import { expect, test } from 'vitest'
import { toBars } from '../../../../renderer/features/waveform/bars.ts'

const lane = (seconds: number, sounds: (time: number) => boolean) =>
  Array.from({ length: seconds * 20 }, (_, at) => (sounds(at / 20) ? 80 : 0))

test('the bars end with the recording, however long the last peak is', () => {
  // 400 peaks of 0.6 s for 235 s: the last ones would lie behind the end.
  const peaks = [Array.from({ length: 400 }, (_, at) => (at === 300 ? 100 : 10))]
  const { lanes } = toBars({ peaks, seconds_per_peak: 0.6 }, 235, [])
  const bars = lanes[0] ?? []
  expect((bars.indexOf(1) / bars.length) * 235).toBeCloseTo(180, 0)
})

test('a bar has the colour of whoever speaks there', () => {
  const voices = [
    { start: 0, end: 4, colour: 'red' },
    { start: 6, end: 10, colour: 'blue' },
  ]
  const shape = { peaks: [lane(10, () => true)], seconds_per_peak: 0.05 }
  const { colours, palette } = toBars(shape, 10, voices)
  const at = (seconds: number) => palette[colours[0]?.[seconds * 20] ?? 0]
  expect([at(2), at(5), at(8)]).toEqual(['red', 'var(--text-muted)', 'blue'])
})

test('on a call each voice colours the channel that it is loud on, and no other', () => {
  const voices = [
    { start: 0, end: 5, colour: 'red' },
    { start: 5, end: 10, colour: 'blue' },
  ]
  const peaks = [lane(10, (time) => time >= 5), lane(10, (time) => time < 5)]
  const { colours, palette } = toBars({ peaks, seconds_per_peak: 0.05 }, 10, voices)
  const used = colours.map((steps) => new Set(steps.map((step) => palette[step])))
  expect(used[0]).toEqual(new Set(['var(--text-muted)', 'blue']))
  expect(used[1]).toEqual(new Set(['var(--text-muted)', 'red']))
})

test('a short recording is drawn in enough steps to look smooth', () => {
  const { lanes } = toBars({ peaks: [[100, 0]], seconds_per_peak: 0.05 }, 0.1, [])
  expect(lanes[0]).toHaveLength(200)
  expect([lanes[0]?.[0], lanes[0]?.at(-1)]).toEqual([1, 0])
})
