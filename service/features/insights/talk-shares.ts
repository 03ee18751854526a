// Who of the people that have a name spoke how much, over all recordings of a period.
import type { RecordingFindings } from './findings.ts'
import type { InsightsResult } from './result-schema.ts'

export type TalkShare = InsightsResult['talk'][number]

/** By name; null stands for everybody without one. Whole milliseconds, so that sums are exact. */
export type TalkTally = Map<string | null, { ms: number; recordings: number }>

/** Choice: as many as a plot can show. */
const mostPeople = 20

export function addTalk(tally: TalkTally, { talk = [] }: Pick<RecordingFindings, 'talk'>): void {
  for (const { speaker, ms } of talk) {
    const known = tally.get(speaker) ?? { ms: 0, recordings: 0 }
    tally.set(speaker, { ms: known.ms + ms, recordings: known.recordings + 1 })
  }
}

/**
 * Who spoke most first, those without a name last. Choice: “Speaker 1” of one recording is somebody
 * else in the next, so only names are counted across recordings.
 */
export function toTalkShares(now: TalkTally, before: TalkTally): TalkShare[] {
  const [all, allBefore] = [sumOf(now), sumOf(before)]
  const shares = [...now].map(([speaker, { ms, recordings }]) => ({
    speaker,
    seconds: ms / 1_000,
    share: shareOf(ms, all),
    previous_share: allBefore === 0 ? null : shareOf(before.get(speaker)?.ms ?? 0, allBefore),
    recordings,
  }))
  const named = shares.filter(({ speaker }) => speaker !== null).toSorted(byLength)
  const unnamed = shares.filter(({ speaker }) => speaker === null)
  return [...named.slice(0, mostPeople), ...unnamed]
}

const byLength = (a: TalkShare, b: TalkShare): number =>
  b.seconds - a.seconds || ((a.speaker ?? '') < (b.speaker ?? '') ? -1 : 1)

const sumOf = (tally: TalkTally): number => [...tally.values()].reduce((sum, { ms }) => sum + ms, 0)

/** In thousandths, as the talk statistics of one recording have it. */
const shareOf = (ms: number, all: number): number =>
  all === 0 ? 0 : Math.round((1_000 * ms) / all) / 1_000
