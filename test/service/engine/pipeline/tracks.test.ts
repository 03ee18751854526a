import { expect, test } from 'vitest'
import { findEchoPath } from '../../../../service/engine/pipeline/echo.ts'
import { dropEcho } from '../../../../service/engine/pipeline/drop-echo.ts'
import { judgeEcho } from '../../../../service/engine/pipeline/recording.ts'
import { separateTracks, tellsSpeakersApart } from '../../../../service/engine/pipeline/tracks.ts'
import { say, textOf } from './words.ts'

const quiet = 100

/** Speech by a fixed course of chance: syllables of other loudness every 50 ms, with pauses. */
function speech(seconds: number, seed: number, isSpeaking: (time: number) => boolean) {
  let state = seed
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  return Float32Array.from({ length: seconds * 20 }, (_, at) => {
    const [loudness, noise] = [next(), next()]
    return isSpeaking(at / 20) ? quiet + 10 ** (4 + 3 * loudness) : quiet * (0.5 + noise)
  })
}

/** `own` as a microphone hears it beside a loudspeaker with `other`. */
const withEcho = (own: Float32Array, other: Float32Array, lagSteps: number, decibels: number) =>
  own.map((level, at) => level + (other[at - lagSteps] ?? 0) * 10 ** (-decibels / 10))

const inTurns = (time: number) => Math.floor(time / 4) % 2 === 0
const far = speech(60, 1, inTurns)
const near = speech(60, 2, (time) => !inTurns(time))

test.each([
  [0, 3],
  [2, 6],
  [7, 12],
  [10, 25],
])('an echo %i steps later and %i dB quieter is found as that', (lag, decibels) => {
  const path = findEchoPath(far, withEcho(near, far, lag, decibels))
  expect(path?.lagSteps).toBe(lag)
  expect(Math.abs(10 * Math.log10(path?.gain ?? 0) + decibels)).toBeLessThan(1.5)
})

test('people who take turns, or talk at once, are no echo of each other', () => {
  const always = speech(60, 3, () => true)
  const both = speech(60, 4, () => true)
  expect(findEchoPath(far, near)).toBeUndefined()
  expect(findEchoPath(always, both)).toBeUndefined()
  expect(findEchoPath(both, always)).toBeUndefined()
  expect(findEchoPath(always, new Float32Array(always.length))).toBeUndefined()
})

test('only what is somebody’s own voice sounds on a track with echo', () => {
  const energy = [far, withEcho(near, far, 3, 10)]
  const tracks = separateTracks({ energy })
  const own = tracks.find(({ channel }) => channel === 1)
  const share = (from: number, to: number) =>
    (own?.sounding ?? new Uint8Array()).subarray(from * 20, to * 20).reduce((a, b) => a + b, 0) /
    ((to - from) * 20)
  expect(share(0.5, 3.5)).toBe(0)
  expect(share(4.5, 7.5)).toBeGreaterThan(0.9)
  expect(own?.echoSeconds).toBeGreaterThan(20)
  expect(tracks.find(({ channel }) => channel === 0)?.echoSeconds).toBe(0)
})

test('words of an echo are dropped; overlapping speech and true repetitions are kept', () => {
  // Far speaks from 0 to 4 s, near answers from 2 to 4 s and repeats a word at 5 s.
  const first = speech(60, 5, (time) => time < 4 || inTurns(time - 8))
  const second = speech(60, 6, (time) => (time > 2 && time < 4) || (time > 5 && time < 6))
  const tracks = separateTracks({ energy: [first, withEcho(second, first, 2, 15)] })
  const track = tracks.find(({ channel }) => channel === 1)
  if (track === undefined) throw new Error('no second track')
  const original = say('Are we going. Yes')
  const transcribed = [...say('are we', 0.1), ...say('no never', 2.2), ...say('Yes', 5.2)]
  expect(textOf(dropEcho(track, transcribed, original))).toBe('no never Yes')
  const other = tracks.find(({ channel }) => channel === 0)
  expect(other && textOf(dropEcho(other, original, transcribed))).toBe('Are we going. Yes')
})

test('channels tell people apart in a call, also with echo, but not in a room or a copy', () => {
  const apart = (left: Float32Array, right: Float32Array) =>
    tellsSpeakersApart({ energy: [left, right] })
  expect(apart(far, near)).toBe(true)
  expect(apart(far, withEcho(near, far, 2, 4))).toBe(true)
  const silent = new Float32Array(far.length)
  expect(apart(far, silent)).toBe(false)
  expect(
    apart(
      far,
      far.map((level) => level / 4),
    ),
  ).toBe(false)
  // Two people before a pair of microphones, 4 dB apart on each.
  expect(apart(withEcho(far, near, 0, 4), withEcho(near, far, 0, 4))).toBe(false)
  // One sentence in a long call is enough.
  const once = speech(1200, 7, (time) => time > 600 && time < 604)
  expect(
    apart(
      speech(1200, 8, (time) => time < 500),
      once,
    ),
  ).toBe(true)
})

test('a side in a noisy place is a side of its own, noise alone is none', () => {
  const noise = (level: number) => far.map((value, at) => value + level * (1 + 0.3 * Math.sin(at)))
  const loudest = Math.max(...far)
  expect(tellsSpeakersApart({ energy: [noise(loudest / 30), near] })).toBe(true)
  const alone = far.map((_, at) => (loudest / 30) * (1 + 0.3 * Math.sin(at)))
  expect(tellsSpeakersApart({ energy: [alone, near] })).toBe(false)
})

test.each([
  [3, 'heavy'],
  [15, 'reduced'],
  [70, 'none'],
])('an echo of %i dB is called %s', (decibels, verdict) => {
  const loudness = { energy: [far, withEcho(near, far, 3, decibels)] }
  const tracks = separateTracks(loudness)
  const recording = { wav: '', channels: 2, durationSeconds: 60, loudness, tracks, fingerprint: '' }
  expect(judgeEcho(recording, 0)).toBe(verdict)
})

test('a side that says one sentence in a minute is a side of its own', () => {
  const once = speech(60, 5, (time) => time >= 30 && time < 31.6)
  const rest = speech(60, 6, (time) => time < 29 || time >= 33)
  expect(tellsSpeakersApart({ energy: [rest, once] })).toBe(true)
})
