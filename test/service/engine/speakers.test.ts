import { expect, test } from 'vitest'
import { bundledLimits, findVoices, groupVoices } from '../../../service/engine/speakers/cluster.ts'
import { linkAlike } from '../../../service/engine/speakers/linkage.ts'
import { createMel, melBands } from '../../../service/engine/speakers/mel.ts'
import { planWindows } from '../../../service/engine/speakers/speech-windows.ts'
import { findTurns, tidyTurns } from '../../../service/engine/speakers/turns.ts'
import { unitMean, type Vector } from '../../../service/engine/speakers/vectors.ts'
import { sameVoiceSimilarity, similarity } from '../../../service/engine/speakers/voice.ts'

/** A repeatable stand-in for chance: mulberry32. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Embeddings as the encoder gives them: two windows of a speaker are alike by about 0.74, two of
 * different speakers by `apart`.
 */
function speak(speakers: number, windowsEach: number, apart = 0.46): Vector[][] {
  const random = makeRandom(speakers * 1000 + windowsEach)
  const noise = (): Vector =>
    unitMean([Float32Array.from({ length: 256 }, () => random() + random() + random() - 1.5)])
  const mixed = (...parts: [Vector, number][]): Vector =>
    unitMean(
      parts.map(([vector]) => vector),
      parts.map(([, weight]) => Math.sqrt(weight)),
    )
  const common = noise()
  return Array.from({ length: speakers }, () => {
    const own = noise()
    return Array.from({ length: windowsEach }, () =>
      mixed([common, apart], [own, 0.74 - apart], [noise(), 0.26]),
    )
  })
}

/** Windows of turns in this order, a pause after each; inside a turn they overlap by half. */
function heard(turns: Vector[][]) {
  let start = 0
  return turns.flatMap((windows) => {
    start += 1.2
    return windows.map((embedding) => {
      start += 0.6
      return { start: start - 0.6, end: start + 0.6, embedding }
    })
  })
}

test.each([1, 2, 3, 4, 5])('%i speakers are counted', (speakers) => {
  expect(findVoices(heard(speak(speakers, 30)), bundledLimits)).toHaveLength(speakers)
})

test('speakers with a few windows each are counted', () => {
  expect(findVoices(heard(speak(2, 5)), bundledLimits)).toHaveLength(2)
})

test('two speakers of one sex, much alike, are two', () => {
  expect(findVoices(heard(speak(2, 40, 0.58)), bundledLimits)).toHaveLength(2)
})

test('two voices much alike are two where each keeps talking, and one where they are mixed', () => {
  const [first = [], second = []] = speak(2, 60, 0.64)
  const turns = [first.slice(0, 30), second.slice(0, 30), first.slice(30), second.slice(30)]
  expect(findVoices(heard(turns), bundledLimits)).toHaveLength(2)
  const random = makeRandom(1)
  const mixed = [...first, ...second].toSorted(() => random() - 0.5)
  expect(findVoices(heard([mixed]), bundledLimits)).toHaveLength(1)
})

test('a recording of hours is condensed, and its speakers are still counted', () => {
  expect(findVoices(heard(speak(3, 1500)), bundledLimits)).toHaveLength(3)
})

test('a voice of less than two seconds is no speaker, unless it is the only one', () => {
  const [many = [], few = []] = speak(2, 20)
  expect(findVoices(heard([many, few.slice(0, 1)]), bundledLimits)).toHaveLength(1)
  expect(findVoices(heard([few.slice(0, 1)]), bundledLimits)).toHaveLength(1)
  expect(findVoices([], bundledLimits)).toEqual([])
})

test('voices of several parts are put together', () => {
  const voices = heard(speak(2, 3))
  const groups = groupVoices(voices, 0.6).map((members) => members.toSorted((a, b) => a - b))
  expect(groups.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
})

test('groups join at the mean likeness of all their pairs, heavy ones counting more', () => {
  const at = (degrees: number, seconds = 1) => {
    const radians = (degrees * Math.PI) / 180
    const sum = Float32Array.of(Math.cos(radians) * seconds, Math.sin(radians) * seconds)
    return { sum, seconds }
  }
  const items = [at(0), at(90), at(4), at(86), at(40, 3)]
  expect(linkAlike(items, 0.99)).toEqual([[0, 2], [1, 3], [4]])
  // The one in the middle is nearer to the first two: cos 38° is 0.79, cos 48° 0.67.
  expect(linkAlike(items, 0.7)).toEqual([
    [0, 2, 4],
    [1, 3],
  ])
  expect(linkAlike(items, 0)).toEqual([[0, 1, 2, 3, 4]])
  expect(linkAlike([], 0.5)).toEqual([])
})

test('windows cover each span from its start to its end', () => {
  const spans = [
    { start: 1, end: 1.3 },
    { start: 2, end: 2.87 },
    { start: 10, end: 14 },
  ]
  const windows = planWindows(spans)
  expect(windows.filter(({ start }) => start < 2)).toEqual([])
  expect(windows[0]).toEqual({ start: 2, end: 2.8 })
  expect(windows[1]?.start).toBe(10)
  expect(windows.at(-1)?.end).toBeCloseTo(14)
  for (const { start, end } of windows.slice(1)) expect(end - start).toBeCloseTo(1.2)
})

/** Two speakers, the second from 6 s on; windows as they lie in the spans. */
function listenTo(spans: { start: number; end: number }[], change: number) {
  const [first = [], second = []] = speak(2, 60)
  const voices = [unitMean(first), unitMean(second)]
  const windows = planWindows(spans).map((window, at) => {
    const share = Math.min(1, Math.max(0, (window.end - change) / (window.end - window.start)))
    const pair = [first[at % 60] ?? new Float32Array(), second[at % 60] ?? new Float32Array()]
    return { ...window, embedding: unitMean(pair, [1 - share, share]) }
  })
  return { voices, windows }
}

test('a change of speaker is put into the pause', () => {
  const spans = [
    { start: 0, end: 6 },
    { start: 6.4, end: 12 },
  ]
  const { voices, windows } = listenTo(spans, 6.2)
  expect(findTurns(spans, windows, voices)).toEqual([
    { start: 0, end: 6, speaker: 0 },
    { start: 6.4, end: 12, speaker: 1 },
  ])
})

test('a change without a pause is found within a few tenths of a second', () => {
  const spans = [{ start: 0, end: 12 }]
  const { voices, windows } = listenTo(spans, 6)
  const turns = findTurns(spans, windows, voices)
  expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1])
  expect(Math.abs((turns[1]?.start ?? 0) - 6)).toBeLessThan(0.5)
})

test('a pause of one speaker is part of the turn, a long one is not', () => {
  const spans = [
    { start: 0, end: 3 },
    { start: 4, end: 6 },
    { start: 9, end: 11 },
  ]
  const { voices, windows } = listenTo(spans, 100)
  expect(findTurns(spans, windows, voices)).toEqual([
    { start: 0, end: 6, speaker: 0 },
    { start: 9, end: 11, speaker: 0 },
  ])
})

test('overlapping turns are laid end to end', () => {
  const turns = [
    { start: 4, end: 8, speaker: 1 },
    { start: 0, end: 5, speaker: 0 },
    { start: 5.5, end: 6, speaker: 0 },
  ]
  expect(tidyTurns(turns)).toEqual([
    { start: 0, end: 5, speaker: 0 },
    { start: 5, end: 8, speaker: 1 },
  ])
})

test('spectra have the loudest band where the tone is, and the power of the recipe', () => {
  const tone = Float32Array.from({ length: 16_000 }, (_, at) =>
    Math.sin((2 * Math.PI * 1000 * at) / 16_000),
  )
  const frames = createMel()(tone)
  expect(frames.length).toBe(100 * melBands)
  const middle = [...frames.subarray(50 * melBands, 51 * melBands)]
  // librosa's melspectrogram (n_fft 400, hop 160, 40 bands) of the same tone.
  expect(middle.indexOf(Math.max(...middle))).toBe(13)
  expect(middle.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(100)
})

test('voices compare only with voices of the same encoder', () => {
  const [[a, b] = [], [c] = []] = speak(2, 2)
  const voice = (embedding: Vector | undefined, model = 'ge2e-speaker-encoder') => ({
    model,
    embedding: [...(embedding ?? [])],
  })
  expect(similarity(voice(a), voice(a))).toBeCloseTo(1, 5)
  expect(similarity(voice(a), voice(b))).toBeGreaterThan(similarity(voice(a), voice(c)) ?? 1)
  expect(similarity(voice(a), voice(a, 'titanet-small'))).toBeNull()
  expect(similarity(voice(a), { model: 'ge2e-speaker-encoder', embedding: [1] })).toBeNull()
})

test('an unknown encoder proposes nobody', () => {
  expect(sameVoiceSimilarity('ge2e-speaker-encoder')).toBeLessThan(1)
  expect(sameVoiceSimilarity('something-else')).toBe(1)
})
