/** The lines of a call on two channels come in the order of its turns, at their times. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import type { SpokenSegment } from '../../service/engine/engine.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { composeCalls, type ComposedCall, type Turn } from '../support/composed-calls.ts'
import { findWhisper } from '../support/models.ts'
import { perChange } from '../support/nightly.ts'
import { listRecordings } from '../support/sound.ts'
import { writeCall } from '../support/two-channels.ts'

const program = await findWhisper()
const recordings = listRecordings().filter(({ file }) => /^v0[78]-/.test(file))
const count = perChange(2, 50)
const seed = Number(process.env['EARSHOT_CALLS_SEED'] ?? 7)

/** How far the edge of a line may be from that of its turn, in seconds. */
const tolerance = 0.3

describe.skipIf(program === undefined || recordings.length < 2)('composed calls', () => {
  let folder: string
  let calls: ComposedCall[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-composed-'))
    calls = await composeCalls(recordings, { count, seed, folder })
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test(
    `${count} of them read in the order in which they were spoken`,
    async () => {
      const transcriber = createTranscriber({
        folders: [bundledModelsFolder],
        workDir: path.join(folder, 'work'),
        cacheDir: earshotCacheDir(process.env['EARSHOT_CACHE_DIR']),
        whisperCli: program,
        threads: 1,
        log: createLog('silent'),
      })
      const wrong: string[] = []
      for (const { name, turns, channels } of calls) {
        const audioPath = await writeCall(path.join(folder, 'call.wav'), ...channels)
        const { segments } = await transcriber.transcribe(
          { audioPath, language: 'en' },
          { signal: new AbortController().signal, onProgress: () => undefined },
        )
        expect(segments.length).toBeGreaterThanOrEqual(turns.length / 2)
        wrong.push(...faultsIn(segments, turns).map((fault) => `${name}: ${fault}`))
      }
      await transcriber.stop()
      expect(wrong).toEqual([])
    },
    count * 60_000,
  )
})

/** The lines outside any turn of their side, and those that come after a later turn's. */
function faultsIn(segments: readonly SpokenSegment[], turns: readonly Turn[]): string[] {
  const first = channelOfFirst(segments, turns)
  let latest = 0
  return segments.flatMap((line) => {
    const channel = line.speaker === 0 ? first : 1 - first
    const at = turns.findIndex(
      (turn, index) => turn.channel === channel && isWithin(line, turns, index),
    )
    const told = `${line.start}–${line.end} ${line.text}`
    if (at < 0) return [`in no turn: ${told}`]
    if (at < latest) return [`after turn ${latest}: ${told}`]
    latest = at
    return []
  })
}

/** Whether a line lies in a turn, or in that and those that the same side adds to it at once. */
function isWithin(line: SpokenSegment, turns: readonly Turn[], at: number): boolean {
  const turn = turns[at]
  if (turn === undefined) return false
  const others = turns.findIndex((each, index) => index > at && each.channel !== turn.channel)
  const end = turns[(others < 0 ? turns.length : others) - 1]?.end ?? turn.end
  return line.start >= turn.start - tolerance && line.end <= end + tolerance
}

/** Speakers are numbered by their first words, which may be those of either channel. */
function channelOfFirst(segments: readonly SpokenSegment[], turns: readonly Turn[]): number {
  const line = segments[0]
  const turn = turns.find((_, at) => line !== undefined && isWithin(line, turns, at))
  return turn?.channel ?? 0
}
