import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bandCount,
  createMelFilterbank,
} from '../../../../service/engine/diarization/mel-filterbank.ts'
import { findVoices } from '../../../../service/engine/diarization/cluster.ts'
import { linkAlike } from '../../../../service/engine/diarization/linkage.ts'
import { readRuns, writeRuns } from '../../../../service/engine/diarization/exchange.ts'
import { shareSpans } from '../../../../service/engine/diarization/diarization-process.ts'
import { planWindows, type EmbeddedRun } from '../../../../service/engine/diarization/embed-runs.ts'
import { cutSpeech } from '../../../../service/engine/diarization/segmentation.ts'
import { findOverlaps } from '../../../../service/engine/diarization/overlaps.ts'
import { findTurns } from '../../../../service/engine/diarization/turns.ts'
import {
  unitMean,
  type Vector,
  sameVoiceSimilarity,
  similarity,
  voiceEncoder,
} from '../../../../service/engine/diarization/voice.ts'

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
 * Embeddings as the encoder gives them: two windows of a speaker are alike by about 0.6, two of
 * different speakers by `apart`.
 */
function speak(speakers: number, windowsEach: number, apart = 0.05): Vector[][] {
  const random = makeRandom(speakers * 1000 + windowsEach)
  const noise = (): Vector =>
    unitMean([Float32Array.from({ length: 192 }, () => random() + random() + random() - 1.5)])
  const mixed = (...parts: [Vector, number][]): Vector =>
    unitMean(
      parts.map(([vector]) => vector),
      parts.map(([, weight]) => Math.sqrt(weight)),
    )
  const common = noise()
  return Array.from({ length: speakers }, () => {
    const own = noise()
    return Array.from({ length: windowsEach }, () =>
      mixed([common, apart], [own, 0.6 - apart], [noise(), 0.4]),
    )
  })
}

/** Windows of two seconds in this order, a pause after each turn. */
function embedded(turns: Vector[][]) {
  let start = 0
  return turns.flatMap((windows) => {
    start += 1.2
    return windows.map((embedding) => {
      start += 2
      return { start: start - 2, end: start, embedding }
    })
  })
}

test.each([1, 2, 3, 4, 5])('%i speakers are counted', (speakers) => {
  expect(findVoices(embedded(speak(speakers, 30)))).toHaveLength(speakers)
})

test('speakers with a few windows each are counted', () => {
  expect(findVoices(embedded(speak(2, 5)))).toHaveLength(2)
})

test('two speakers of one sex, much alike, are two', () => {
  expect(findVoices(embedded(speak(2, 40, 0.2)))).toHaveLength(2)
})

test('two voices that the telephone makes alike enough to join are two again', () => {
  // Alike by 0.31, above what joins two groups, where one voice is alike by 0.6.
  expect(findVoices(embedded(speak(2, 40, 0.31)))).toHaveLength(2)
})

test('through a codec two voices are told apart where there is much speech', () => {
  const found = (windowsEach: number) => findVoices(embedded(speak(2, windowsEach, 0.38)))
  expect(found(40)).toHaveLength(2)
  // Halves of 20 s of one voice can be as unlike.
  expect(found(10)).toHaveLength(1)
})

test('two short windows of a voice in a longer recording are no second speaker', () => {
  const [many = [], [few = new Float32Array()] = []] = speak(2, 10)
  const short = [30, 32].map((start) => ({ start, end: start + 0.9, embedding: few }))
  expect(findVoices([...embedded([many]), ...short])).toHaveLength(1)
})

test('a little speech that is near another voice is no speaker; a distinct one is', () => {
  const little = (apart: number) => {
    const [many = [], few = []] = speak(2, 80, apart)
    return findVoices(embedded([many, few.slice(0, 3)]))
  }
  expect(little(0.05)).toHaveLength(2)
  expect(little(0.28)).toHaveLength(1)
})

test('a recording of hours is condensed, and its speakers are still counted', () => {
  expect(findVoices(embedded(speak(3, 1500)))).toHaveLength(3)
})

test('a voice of little more than a second is no speaker, unless it is the only one', () => {
  const [many = [], [few = new Float32Array()] = []] = speak(2, 20)
  const short = { start: 100, end: 101.4, embedding: few }
  expect(findVoices([...embedded([many]), short])).toHaveLength(1)
  expect(findVoices([short])).toHaveLength(1)
  expect(findVoices([])).toEqual([])
})

test('what is too short to tell makes no voice of its own', () => {
  const [many = [], others = []] = speak(2, 20)
  const short = others.map((embedding, at) => ({ start: 100 + at, end: 100.5 + at, embedding }))
  expect(findVoices([...embedded([many]), ...short])).toHaveLength(1)
  expect(findVoices(short)).toHaveLength(1)
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

test('windows cover a run from its start to its end, a long one in equal parts', () => {
  const plan = (start: number, end: number) => planWindows({ start, end, people: 1 })
  expect(plan(1, 1.2)).toEqual([])
  expect(plan(2, 2.875)).toEqual([{ start: 2, end: 2.875 }])
  expect(plan(10, 17.5)).toEqual([
    { start: 10, end: 12.5 },
    { start: 12.5, end: 15 },
    { start: 15, end: 17.5 },
  ])
  expect(planWindows({ start: 0, end: 3, people: 2 })).toEqual([])
  expect(planWindows({ start: 0, end: 3, people: 1, isFaint: true })).toEqual([])
})

describe('speech shared among processes', () => {
  const spans = [0, 10, 20, 30, 40, 50].map((start) => ({ start, end: start + 5 }))

  test('each gets as much, in order, and no span is cut', () => {
    expect(shareSpans(spans, 2)).toEqual([spans.slice(0, 3), spans.slice(3)])
    const long = { start: 60, end: 120 }
    const shares = shareSpans([...spans, long], 3)
    expect(shares.flat()).toEqual([...spans, long])
    expect(shares.at(-1)).toEqual([long])
  })

  test('nobody is left with nothing', () => {
    expect(shareSpans(spans.slice(0, 1), 4)).toEqual([spans.slice(0, 1)])
    expect(shareSpans([], 2)).toEqual([])
  })
})

test('runs that one process embedded are read by the next unchanged', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-heard-'))
  const file = path.join(folder, 'heard.jsonl')
  const embedding = Float32Array.from({ length: 192 }, (_, at) => Math.sin(at))
  const runs: EmbeddedRun[] = [
    { start: 0.1, end: 2.3, people: 1, windows: [{ start: 0.1, end: 2.3, embedding }] },
    { start: 2.3, end: 3, people: 2, windows: [] },
    { start: 3, end: 3.2, people: 1, isFaint: true, windows: [] },
  ]
  try {
    await writeRuns(file, runs)
    expect(await readRuns(file)).toEqual(runs)
    await writeFile(file, '{"start":1}\n')
    await expect(readRuns(file)).rejects.toThrow('malformed')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

describe('speech cut where the speaker changes', () => {
  const unclear = (start: number, end: number) => ({ start, end, people: 0 as const })
  const alone = (start: number, end: number) => ({ start, end, people: 1 as const })
  const together = (start: number, end: number) => ({ start, end, people: 2 as const })

  const faint = (start: number, end: number) => ({ ...alone(start, end), isFaint: true as const })

  test('runs give the cuts; what only they contain is faint, unless it is a rest', () => {
    const speech = [
      { start: 1, end: 6 },
      { start: 8, end: 9 },
    ]
    const runs = [alone(0.9, 3), together(3, 3.5), alone(3.5, 8.4), alone(8.4, 9.2)]
    expect(cutSpeech(speech, runs)).toEqual([
      alone(1, 3),
      together(3, 3.5),
      alone(3.5, 6),
      faint(6, 8),
      alone(8, 8.4),
      alone(8.4, 9),
    ])
  })

  test('speech that no run covers stays, unless it is a rest', () => {
    expect(cutSpeech([{ start: 0, end: 5 }], [])).toEqual([unclear(0, 5)])
    expect(cutSpeech([{ start: 0, end: 5 }], [alone(1, 2), alone(2.2, 4.9)])).toEqual([
      unclear(0, 1),
      alone(1, 2),
      alone(2.2, 4.9),
    ])
  })

  test('runs that the detector does not hear are faint', () => {
    expect(cutSpeech([{ start: 4, end: 5 }], [alone(0, 3), alone(4.5, 7), alone(8, 9)])).toEqual([
      faint(0, 3),
      unclear(4, 4.5),
      alone(4.5, 5),
      faint(5, 7),
      faint(8, 9),
    ])
    expect(cutSpeech([], [alone(0, 3)])).toEqual([faint(0, 3)])
  })
})

/** Two speakers, the second from 6 s on; windows as they lie in the spans. */
function listenTo(spans: { start: number; end: number }[], change: number) {
  const [first = [], second = []] = speak(2, 60)
  const voices = [unitMean(first), unitMean(second)]
  const planned = spans.flatMap((span) => planWindows({ ...span, people: 1 }))
  const windows = planned.map((window, at) => {
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

test('a change without a pause is where one run ends and the next begins', () => {
  const spans = [
    { start: 0, end: 6.1 },
    { start: 6.1, end: 12 },
  ]
  const { voices, windows } = listenTo(spans, 6.1)
  expect(findTurns(spans, windows, voices)).toEqual([
    { start: 0, end: 6.1, speaker: 0 },
    { start: 6.1, end: 12, speaker: 1 },
  ])
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

test('where two speak at once the second is whose turn is nearest', () => {
  const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
  const turns = [turn(0, 4, 2), turn(4, 10, 0), turn(10, 10.5, 1), turn(10.5, 12, 0)]
  const over = (start: number, end: number) =>
    findOverlaps([{ start, end, people: 2 }], turns).map(({ speaker }) => speaker)
  expect(over(5, 6)).toEqual([2])
  expect(over(9, 9.6)).toEqual([1])
  expect(over(10.6, 11)).toEqual([1])
  expect(over(9, 9.1)).toEqual([])
  expect(findOverlaps([{ start: 1, end: 2, people: 2 }], [turn(0, 4, 0)])).toEqual([])
  expect(findOverlaps([{ start: 1, end: 2, people: 1 }], turns)).toEqual([])
})

test('nobody is named where the two who speak at once are others than the nearest', () => {
  const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
  const turns = [turn(0, 3, 0), turn(3, 6, 1), turn(6, 9, 2), turn(9, 10, 1)]
  const alone = turns.map(({ start, end, speaker }) => ({
    ...{ start, end },
    people: 1 as const,
    localSpeakers: [speaker],
  }))
  const over = (...localSpeakers: number[]) => {
    const both = { start: 6.2, end: 7, people: 2 as const, localSpeakers }
    return findOverlaps([...alone.slice(0, 2), both, ...alone.slice(2)], turns)
  }
  const first = { start: 6.2, end: 7, speaker: 1 }
  expect(over(1, 2)).toEqual([first])
  expect(over(0, 2)).toEqual([])
  // Whom the model never finds alone may be anybody.
  expect(over(2, 7)).toEqual([first])
})

test('spectra are those of Kaldi', () => {
  const tones = Float32Array.from(
    { length: 16_000 },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * (at < 8000 ? 1000 : 3000) * at) / 16_000),
  )
  const frames = createMelFilterbank()(tones)
  const part = (frame: number, from: number, to: number): number[] =>
    [...frames.subarray(frame * bandCount + from, frame * bandCount + to)].map(
      (value) => Math.round(value * 100) / 100,
    )
  // kaldi-native-fbank 1.22 without dither, the mean over time taken off.
  expect(frames.length).toBe(98 * bandCount)
  expect(part(20, 24, 32)).toEqual([5.96, 7.7, 10.04, 10.9, 9.47, 7.39, 5.14, 4.34])
  expect(part(70, 52, 58)).toEqual([12, 11.39, 7.01, 5.42, 4.46, 3.74])
  expect(createMelFilterbank()(tones.subarray(0, 399))).toHaveLength(0)
})

test('voices compare only with voices of the same encoder', () => {
  const [[a, b] = [], [c] = []] = speak(2, 2)
  const voice = (embedding: Vector | undefined, model = voiceEncoder) => ({
    model,
    embedding: [...(embedding ?? [])],
  })
  expect(similarity(voice(a), voice(a))).toBeCloseTo(1, 5)
  expect(similarity(voice(a), voice(b))).toBeGreaterThan(similarity(voice(a), voice(c)) ?? 1)
  expect(similarity(voice(a), voice(a, 'another-encoder'))).toBeNull()
  expect(similarity(voice(a), { model: voiceEncoder, embedding: [1] })).toBeNull()
})

test('an unknown encoder proposes nobody', () => {
  expect(sameVoiceSimilarity(voiceEncoder)).toBeLessThan(1)
  expect(sameVoiceSimilarity('something-else')).toBe(1)
})
