import type { Queue, QueuePause } from 'earshot/client'
import { group } from './command.ts'
import { operation } from './operation.ts'

/** earshot queue … */
export const queue = group('queue', 'what is transcribed and analysed, and what waits', [
  operation('getQueue', 'show', 'show what is at work and what waits, in its order', {
    lines: linesOf,
    examples: ['queue show', 'queue show --json | jq .remaining_seconds'],
  }),
  operation('pauseQueue', 'pause', 'pause all, also over a restart; what is finished is kept', {
    lines: pauseLines,
  }),
  operation('resumeQueue', 'resume', 'go on', { lines: () => ['The queue goes on.'] }),
])

function pauseLines({ paused_at: pausedAt }: QueuePause): string[] {
  return pausedAt === null ? [] : [`Paused since ${pausedAt}.`]
}

function linesOf(shown: Queue): string[] {
  const { paused_at: pausedAt, recordings, recording_count: all, analysis_count: analyses } = shown
  const more = all - recordings.length
  return [
    ...pauseLines({ paused_at: pausedAt }),
    all + analyses === 0 ? 'Nothing waits.' : `${all} recordings and ${analyses} analyses.`,
    ...recordings.map(({ id, filename, stage }) => `  ${id}  ${stage ?? ''}  ${filename}`),
    ...(more > 0 ? [`  And ${more} more.`] : []),
    ...timeLeft(shown),
  ]
}

const timeLeft = ({ remaining_seconds: seconds }: Queue): string[] =>
  seconds === null || seconds === 0 ? [] : [`About ${Math.ceil(seconds / 60)} min are left.`]
