// Keeps the lines of a recording while it is transcribed, and tells of them (api-choices.md 28).
import { oneAtATime } from '../../core/one-at-a-time.ts'
import { plusMs, second, toIso } from '../../core/time.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { PartialLines } from '../../engine/engine.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import type { JobRun } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { toTranscript } from '../transcripts/segments.ts'
import { announceLines } from './outcome.ts'
import { toJson } from './parts.ts'
import { selectPart, upsertPart } from './store.ts'

/** The kind of part that holds the lines of a block. */
export const linesKind = 'lines'

export type KeptLines = Omit<PartialLines, 'segments' | 'speakers'> & {
  segments: StoredSegment[]
  keptAt: string
}

type CurrentRun = Pick<JobRun<unknown>, 'isCurrent' | 'finish'>

const leastMillisecondsBetween = 2 * second // api-choices.md 28

/**
 * Keeps the lines of each block until the transcription ends; they go with its parts. Lines of a
 * whole block are written at once. Lines that come while one is transcribed, and events, wait until
 * two seconds have passed since the last. `stop` drops what waits.
 */
export function keepLines(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'queue'>,
  run: CurrentRun,
  content: ContentRow,
) {
  const { db, clock, log } = deps
  const inTurn = oneAtATime()
  let block: KeptLines | undefined
  let isWritten = true
  let untold: number | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  let cancelTimer: (() => void) | undefined
  let isStopped = false

  const waitMs = () => Math.max(0, lastAt + leastMillisecondsBetween - clock.elapsed())

  const take = async (lines: PartialLines): Promise<void> => {
    const { speakers: _, ...about } = lines
    const before =
      block?.position === lines.position ? block.segments : await findLines(lines.position)
    const fresh = withKnownIds(toTranscript(lines).segments, before)
    const end = fresh.at(-1)?.end
    if (end === undefined && !lines.isWhole) return
    // Heard by an earlier run, or at the beginning on its own: they stay until this run is there.
    const later = lines.isWhole ? [] : before.filter(({ start }) => start >= (end ?? 0))
    block = { ...about, segments: [...fresh, ...later], keptAt: toIso(clock.now()) }
    isWritten = false
    untold = end ?? untold
    await (lines.isWhole || waitMs() === 0 ? flush() : wait())
  }

  const flush = async (): Promise<void> => {
    if (isStopped) return
    const row = isWritten ? undefined : block
    const end = waitMs() === 0 ? untold : undefined
    isWritten = true
    if (end !== undefined) {
      untold = undefined
      lastAt = clock.elapsed()
    }
    await whileCurrent(db, run, async (tx) => {
      if (row !== undefined) await upsertPart(tx, toRow(row))
      if (end !== undefined) await announceLines(deps, tx, content, end)
    })
    wait()
  }

  const wait = (): void => {
    if (isStopped || untold === undefined) return
    cancelTimer ??= clock.at(plusMs(clock.now(), waitMs()), () => {
      cancelTimer = undefined
      void orWarn(flush)
    })
  }

  /** Not fatal: lines are only shown until the transcript is there. */
  const orWarn = (work: () => Promise<void>): Promise<void> =>
    inTurn(work).catch((error: unknown) => {
      log.warn({ err: error, content: content.id }, 'lines of a transcription were not stored')
    })

  const toRow = (value: KeptLines) => ({
    content_id: content.id,
    key: keyOf(value.position),
    value: toJson(value),
    created_at: clock.now(),
  })

  const findLines = async (position: number): Promise<StoredSegment[]> => {
    const kept = await selectPart(db.sql, content.id, keyOf(position))
    return (kept as KeptLines | undefined)?.segments ?? [] // written here alone
  }

  return {
    onLines: (lines: PartialLines): Promise<void> => orWarn(() => take(lines)),
    stop: async (): Promise<void> => {
      isStopped = true
      cancelTimer?.()
      await inTurn(async () => {})
    },
  }
}

const keyOf = (position: number): string => `${linesKind}:${String(position).padStart(6, '0')}`

/** The start of a line moves by less than this when what follows is heard. */
const sameLineSeconds = 0.5

/** Lines that were there already keep their ids, so that a page keeps its place. */
function withKnownIds(
  segments: readonly StoredSegment[],
  before: readonly StoredSegment[],
): StoredSegment[] {
  const left = [...before]
  return segments.map((segment) => {
    const at = left.findIndex(
      ({ speaker_id, start }) =>
        speaker_id === segment.speaker_id && Math.abs(start - segment.start) < sameLineSeconds,
    )
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return known === undefined ? segment : { ...segment, id: known.id }
  })
}
