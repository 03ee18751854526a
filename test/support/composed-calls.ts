/**
 * Calls on two channels with known turns, composed from real voices: each turn is one utterance of
 * `../shared/speech`, at a time that a seed decides.
 */
import path from 'node:path'
import { readChannels } from './two-channels.ts'
import { speechFolder, type Recording } from './sound.ts'

const rate = 16_000

/** How much more than its known times an utterance is cut out with, and a turn lasts. */
export const addedSeconds = { before: 0.05, after: 0.1 }

/** One utterance of one voice: its samples between -1 and 1, and its words. */
type Utterance = { sound: Float64Array; words: string[] }
export type Turn = { channel: 0 | 1; start: number; end: number; words: string[] }
export type ComposedCall = {
  name: string
  turns: Turn[]
  channels: [Float64Array, Float64Array]
}

/** What each side may say. */
type Sides = [Utterance[], Utterance[]]

type SpokenBy = Recording & {
  speakers?: { start: number; end: number; channel?: 'left' | 'right'; text?: string }[]
}

/** The voices of a call on two channels: per channel its utterances, cut out at their known times. */
async function readVoices(recording: SpokenBy, folder: string): Promise<Utterance[][]> {
  const channels = await readChannels(path.join(speechFolder, recording.file), folder)
  return (['left', 'right'] as const).map((side, at) =>
    (recording.speakers ?? [])
      .filter(({ channel }) => channel === side)
      .map(({ start, end, text }) => ({
        sound: faded(
          (channels[at] ?? new Float64Array()).subarray(
            toSample(start - addedSeconds.before),
            toSample(end + addedSeconds.after),
          ),
        ),
        words: wordsOf(text ?? ''),
      })),
  )
}

const toSample = (seconds: number): number => Math.max(0, Math.round(seconds * rate))

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Without a click at its edges. */
function faded(sound: Float64Array): Float64Array {
  const ramp = 0.02 * rate
  return sound.map((sample, at) => sample * Math.min(1, at / ramp, (sound.length - 1 - at) / ramp))
}

/** Mulberry32: the same calls for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Between two turns, in seconds: mostly short, sometimes overlapping, now and then a long silence. */
function gapBetween(random: () => number): number {
  const kind = random()
  if (kind < 0.15) return -0.4 * random()
  if (kind < 0.75) return 0.1 + 0.9 * random()
  if (kind < 0.95) return 1 + 4 * random()
  return 5 + 15 * random()
}

/** Makes `count` calls of 6 to 10 turns each; the two sides mostly take turns, as people do. */
export async function composeCalls(
  recordings: readonly SpokenBy[],
  { count, seed, folder }: { count: number; seed: number; folder: string },
): Promise<ComposedCall[]> {
  const sides: Sides = [[], []]
  for (const recording of recordings) {
    const voices = await readVoices(recording, folder)
    for (const [at, side] of sides.entries()) side.push(...(voices[at] ?? []))
  }
  return Array.from({ length: count }, (_, at) => composeCall(sides, seed * 1000 + at))
}

function composeCall(sides: Sides, seed: number): ComposedCall {
  const random = createRandom(seed)
  // Nobody says the same thing twice: whisper takes that for a loop of its own.
  const unsaid = sides.map((side) => [...side])
  const turns: Turn[] = []
  const placed: { sound: Float64Array; turn: Turn }[] = []
  let channel: 0 | 1 = random() < 0.5 ? 0 : 1
  let clock = 0.3 + 2 * random()
  for (let left = 6 + Math.floor(5 * random()); left > 0; left -= 1) {
    const own = unsaid[channel] ?? []
    const [utterance] = own.splice(Math.floor(random() * own.length), 1)
    if (utterance === undefined) break
    const { sound, words } = utterance
    // One's own turns do not overlap.
    const last = turns.findLast((turn) => turn.channel === channel)
    const start = Math.max(clock, last === undefined ? 0 : last.end + 0.1)
    const turn = { channel, start, end: start + sound.length / rate, words }
    turns.push(turn)
    placed.push({ sound, turn })
    clock = turn.end + gapBetween(random)
    if (random() < 0.85) channel = channel === 0 ? 1 : 0
  }
  const length = Math.round((Math.max(...turns.map(({ end }) => end)) + 0.5) * rate)
  const hiss = random() < 0.5 ? 0 : 10 ** (-60 / 20)
  const channels = [0, 1].map((at) => {
    const track = Float64Array.from({ length }, () => hiss * (random() - 0.5))
    for (const { sound, turn } of placed) {
      if (turn.channel !== at) continue
      const from = toSample(turn.start)
      const span = track.subarray(from, from + sound.length)
      span.set(span.map((sample, offset) => sample + (sound[offset] ?? 0)))
    }
    return track
  }) as [Float64Array, Float64Array]
  return { name: `call-${seed}`, turns, channels }
}
