/**
 * Calls on two channels with known turns, composed from real voices: each turn is one utterance of
 * `../shared/speech`, at a time that a seed decides. In hard calls nobody waits: the other side begins
 * while one talks on, and says a word meanwhile.
 */
import path from 'node:path'
import { readChannels } from './two-channels.ts'
import { speechFolder, type Recording } from './sound.ts'

const rate = 16_000

/** How much more than its known times an utterance is cut out with, and a turn lasts. */
export const addedSeconds = { before: 0.05, after: 0.1 }

/** One utterance of one voice: its samples between -1 and 1. */
type Utterance = { sound: Float64Array }
export type Turn = { channel: 0 | 1; start: number; end: number }
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
      .map(({ start, end }) => cutOut(channels[at] ?? new Float64Array(), { start, end })),
  )
}

const cutOut = (
  sound: Float64Array,
  { start, end }: { start: number; end: number },
): Utterance => ({
  sound: faded(
    sound.subarray(toSample(start - addedSeconds.before), toSample(end + addedSeconds.after)),
  ),
})

/** The utterances of a recording of one voice: what it says between two pauses. */
async function readVoice(recording: Recording, folder: string): Promise<Utterance[]> {
  const [sound] = await readChannels(path.join(speechFolder, recording.file), folder)
  return soundingSpans(sound).map((span) => cutOut(sound, span))
}

/** Where a voice sounds (within 35 dB of its loud part), bridging what is shorter than a pause. */
function soundingSpans(sound: Float64Array): { start: number; end: number }[] {
  const step = 0.01 * rate
  const levels = Float64Array.from({ length: Math.floor(sound.length / step) }, (_, at) =>
    sound.subarray(at * step, (at + 1) * step).reduce((sum, sample) => sum + sample ** 2, 0),
  )
  const loud = levels.toSorted()[Math.floor(levels.length * 0.9)] ?? 0
  const spans: { start: number; end: number }[] = []
  for (const [at, level] of levels.entries()) {
    if (level < loud * 10 ** -3.5) continue
    const [start, end] = [at / 100, (at + 1) / 100]
    const last = spans.at(-1)
    if (last !== undefined && start - last.end < pauseSeconds) last.end = end
    else spans.push({ start, end })
  }
  return spans.filter(({ start, end }) => end - start > shortestSeconds)
}

/** Between two utterances of one voice; a shorter sound is no word. */
const [pauseSeconds, shortestSeconds] = [0.3, 0.2]

const toSample = (seconds: number): number => Math.max(0, Math.round(seconds * rate))

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

type Order = { count: number; seed: number; folder: string }

/** Makes `count` calls of 6 to 10 turns each; the two sides mostly take turns, as people do. */
export async function composeCalls(
  recordings: readonly SpokenBy[],
  { count, seed, folder }: Order,
): Promise<ComposedCall[]> {
  const sides: Sides = [[], []]
  for (const recording of recordings) {
    const voices = await readVoices(recording, folder)
    for (const [at, side] of sides.entries()) side.push(...(voices[at] ?? []))
  }
  return Array.from({ length: count }, (_, at) => composeCall(sides, seed * 1000 + at))
}

/** Makes `count` calls between two voices each, in which nobody waits for the other. */
export async function composeHardCalls(
  { calls, voices }: { calls: readonly SpokenBy[]; voices: readonly Recording[] },
  { count, seed, folder }: Order,
): Promise<ComposedCall[]> {
  const all: Utterance[][] = []
  for (const call of calls) all.push(...(await readVoices(call, folder)))
  for (const voice of voices) all.push(await readVoice(voice, folder))
  return Array.from({ length: count }, (_, at) => {
    const random = createRandom(seed * 1000 + at)
    const left = Math.floor(random() * all.length)
    const right = (left + 1 + Math.floor(random() * (all.length - 1))) % all.length
    return composeHardCall([all[left] ?? [], all[right] ?? []], seed * 1000 + at)
  })
}

/** A word or two that the other side says while one talks. */
const isShort = ({ sound }: Utterance): boolean => sound.length < 0.9 * rate

function composeHardCall(sides: Sides, seed: number): ComposedCall {
  const random = createRandom(seed)
  const take = (from: Utterance[]) => from.splice(Math.floor(random() * from.length), 1)[0]
  const long = sides.map((side) => side.filter((each) => !isShort(each)))
  const short = sides.map((side) => side.filter(isShort))
  const placed: { sound: Float64Array; turn: Turn }[] = []
  const place = (channel: 0 | 1, start: number, { sound }: Utterance): Turn => {
    const turn = { channel, start, end: start + sound.length / rate }
    placed.push({ sound, turn })
    return turn
  }
  // When a side may speak again.
  const free = [0, 0]
  let channel: 0 | 1 = random() < 0.5 ? 0 : 1
  let clock = 0.3 + 2 * random()
  for (let left = 6 + Math.floor(5 * random()); left > 0; left -= 1) {
    const other = channel === 0 ? 1 : 0
    const utterance = take(long[channel] ?? [])
    if (utterance === undefined) break
    const turn = place(channel, Math.max(clock, free[channel] ?? 0), utterance)
    free[channel] = turn.end + 0.1
    const seconds = turn.end - turn.start
    const aside = turn.start + seconds * (0.2 + 0.2 * random())
    const isAside = seconds > 3 && random() < 0.5 && aside > (free[other] ?? 0) + 0.8
    const said = isAside ? take(short[other] ?? []) : undefined
    if (said !== undefined) free[other] = place(other, aside, said).end + 0.8
    const isInterrupted = seconds > 3 && random() < 0.4
    clock = isInterrupted
      ? turn.start + seconds * (0.5 + 0.2 * random())
      : turn.end + gapBetween(random)
    if (isInterrupted || random() < 0.85) channel = other
  }
  return toCall(`hard-${seed}`, placed, random)
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
    const { sound } = utterance
    // One's own turns do not overlap.
    const last = turns.findLast((turn) => turn.channel === channel)
    const start = Math.max(clock, last === undefined ? 0 : last.end + 0.1)
    const turn = { channel, start, end: start + sound.length / rate }
    turns.push(turn)
    placed.push({ sound, turn })
    clock = turn.end + gapBetween(random)
    if (random() < 0.85) channel = channel === 0 ? 1 : 0
  }
  return toCall(`call-${seed}`, placed, random)
}

/** Both channels as they sound, every other call with hiss, and the turns in order. */
function toCall(
  name: string,
  placed: readonly { sound: Float64Array; turn: Turn }[],
  random: () => number,
): ComposedCall {
  const turns = placed.map(({ turn }) => turn).toSorted((a, b) => a.start - b.start)
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
  return { name, turns, channels }
}
