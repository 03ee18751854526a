import { setTimeout as pause } from 'node:timers/promises'
import type { Earshot, Verification } from 'earshot/client'
import { command } from './command.ts'
import type { Io } from './io.ts'
import type { OnStep } from './output.ts'

/** A check that found something, or came to no end; exit code 1. */
class NotSound extends Error {}

const pollMs = 300
/** Choice: a worker that is there takes it within a second, unless it is busy. */
const noticeAfterMs = 30_000
const nobodyTakesIt =
  'The check still waits: no process has taken it. Does a worker run (EARSHOT_ROLE=worker or all), and is it not busy?\n' +
  'It begins once one is free; this command waits on. earshot verify --stop takes it back.\n'

/** earshot verify */
export const verify = command<{ last?: boolean; stop?: boolean }>({
  line: 'verify',
  about:
    'check the whole library for damage: entries, indexes, and recordings against their hashes',
  options: [
    ['--last', 'only say what the last check found, or how far this one is'],
    ['--stop', 'stop the one that runs'],
  ],
  examples: ['verify', 'verify --last --json | jq .findings'],
  run: async ({ api, out, io }, { last, stop }) => {
    const client = await api()
    const found = stop
      ? (await client.cancelVerification()).data
      : last
        ? (await client.getVerification()).data
        : await runVerification(client, out.step('verify'), io)
    out.result(found, linesOf(found))
    if (!stop && (found.finding_count > 0 || found.status === 'failed'))
      throw new NotSound('The library is not sound.')
  },
})

async function runVerification(api: Earshot, onStep: OnStep, { signal, stderr }: Io) {
  await api.startVerification({ signal })
  const begun = Date.now()
  let isTold = false
  for (;;) {
    const { data } = await api.getVerification({ signal })
    if (data.status !== 'running') return data
    onStep(data.step ?? 'waiting', data.total === 0 ? 0 : data.done / data.total)
    if (data.step === null && !isTold && Date.now() - begun >= noticeAfterMs) {
      isTold = true
      // Below the line that is rewritten.
      stderr.write(stderr.isTTY ? `\n${nobodyTakesIt}` : nobodyTakesIt)
    }
    await pause(pollMs, undefined, { signal })
  }
}

const states = {
  never: 'The library was never checked.',
  running: 'A check is running.',
  completed: 'The library was checked.',
  cancelled: 'The last check was stopped.',
  failed: 'The library could not be checked; the log says why.',
} as const

function linesOf({ status, finished_at, findings, finding_count: count }: Verification): string[] {
  const more = count - findings.length
  return [
    finished_at === null ? states[status] : `${states[status]} (${finished_at})`,
    ...(status === 'completed' && count === 0 ? ['Nothing is damaged.'] : []),
    ...findings.map(toLine),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

function toLine({
  kind,
  part,
  filename,
  content_id: id,
}: Verification['findings'][number]): string {
  return {
    rebuilt: `  ${part}: damage was repaired, nothing is lost`,
    lost: `  ${part}: entries are lost or cannot be read`,
    recording_damaged: `  ${filename} (${id}): the file was changed`,
    recording_missing: `  ${filename} (${id}): the file is gone`,
  }[kind]
}
