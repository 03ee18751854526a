/** The lines of a call on two channels come in the order of its turns, at their times. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpokenSegment } from '../../service/engine/engine.ts'
import {
  composeCalls,
  composeHardCalls,
  type ComposedCall,
  type Turn,
} from '../support/composed-calls.ts'
import { findWhisper } from '../support/models.ts'
import { perChange } from '../support/nightly.ts'
import { listRecordings } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { writeCall } from '../support/two-channels.ts'

const program = await findWhisper()
const recordings = listRecordings()
const calls = recordings.filter(({ file }) => /^v0[78]-/.test(file))
const voices = recordings.filter(({ file }) => /^v0[1245]-/.test(file))
const seed = Number(process.env['EARSHOT_CALLS_SEED'] ?? 7)

/** How far the edge of a line may be from that of its turn, in seconds. */
const tolerance = 0.3

/** Whoever says more takes the turn, and the other's line ends so soon after. */
const [turnSeconds, overhangSeconds] = [1, 2]

describe.skipIf(program === undefined || calls.length < 2)('composed calls', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-composed-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const count = perChange(2, 50)
  test(
    `${count} of them read in the order in which they were spoken`,
    async () => {
      expect(await faultsOf(await composeCalls(calls, { count, seed, folder }))).toEqual([])
    },
    count * 60_000,
  )

  const hardCount = perChange(1, 50)
  test(
    `and so do ${hardCount} in which nobody waits for the other`,
    async () => {
      const order = { count: hardCount, seed, folder }
      expect(await faultsOf(await composeHardCalls({ calls, voices }, order))).toEqual([])
    },
    hardCount * 60_000,
  )

  async function faultsOf(composed: readonly ComposedCall[]): Promise<string[]> {
    const transcriber = bundledTranscriber(folder, program)
    const faults: string[] = []
    for (const { name, turns, channels } of composed) {
      const audioPath = await writeCall(path.join(folder, 'call.wav'), ...channels)
      const { segments } = await transcriber.transcribe({ audioPath, language: 'en' }, unwatched())
      expect(segments.length).toBeGreaterThanOrEqual(turns.length / 2)
      faults.push(...faultsIn(segments, turns).map((fault) => `${name}: ${fault}`))
    }
    await transcriber.stop()
    return faults
  }
})

/**
 * The lines outside any turn of their side, those that come after a later turn's, and those that run
 * on while the other side has its turn.
 */
function faultsIn(segments: readonly SpokenSegment[], turns: readonly Turn[]): string[] {
  const first = channelOfFirst(segments, turns)
  let latest = 0
  return segments.flatMap((line) => {
    const channel = line.speaker === 0 ? first : 1 - first
    const at = turns.findLastIndex(
      (turn, index) => turn.channel === channel && isWithin(line, turns, index),
    )
    const told = `${line.start}–${line.end} ${line.text}`
    if (at < 0) return [`in no turn: ${told}`]
    if ((turns[at]?.end ?? 0) < (turns[latest]?.start ?? 0))
      return [`after turn ${latest}: ${told}`]
    latest = Math.max(latest, at)
    return turns.some((turn) => turn.channel !== channel && runsOver(line, turn))
      ? [`runs over a turn: ${told}`]
      : []
  })
}

const isTurn = ({ start, end }: Turn): boolean => end - start >= turnSeconds

/** Whether a line goes on though the other side has begun a turn in it. */
const runsOver = (line: SpokenSegment, turn: Turn): boolean =>
  isTurn(turn) && line.start < turn.start - turnSeconds && line.end > turn.start + overhangSeconds

/** Whether a line lies in a turn, or in that and those that the same side adds to it at once. */
function isWithin(line: SpokenSegment, turns: readonly Turn[], at: number): boolean {
  const turn = turns[at]
  if (turn === undefined) return false
  const isOthers = (each: Turn, index: number) =>
    index > at && each.channel !== turn.channel && isTurn(each)
  const others = turns.findIndex(isOthers)
  const own = turns
    .slice(at, others < 0 ? turns.length : others)
    .filter(({ channel }) => channel === turn.channel)
  const end = own.at(-1)?.end ?? turn.end
  return line.start >= turn.start - tolerance && line.end <= end + tolerance
}

/** Speakers are numbered by their first words, which may be those of either channel. */
function channelOfFirst(segments: readonly SpokenSegment[], turns: readonly Turn[]): number {
  const line = segments[0]
  const turn = turns.find((_, at) => line !== undefined && isWithin(line, turns, at))
  return turn?.channel ?? 0
}
