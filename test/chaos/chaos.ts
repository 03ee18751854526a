import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runChaos, type ChaosReport } from './run-chaos.ts'

/**
 * `npm run chaos -- [--minutes 30] [--seed N] [--only NAME]`: the team's form of the service while processes, network,
 * database and store fail, and what is left of what it acknowledged. Ends with 0 only where all of it is.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const seed = Number(values.seed)
const folder = await mkdtemp(path.join(tmpdir(), 'earshot-chaos-'))
const say = (line: string) =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
say(`seed ${seed}, ${values.minutes} minutes, logs in ${folder}`)
const { only } = values
const report = await runChaos({ seed, minutes: Number(values.minutes), folder, only, say })
print(report)
process.exitCode = report.problems.length === 0 ? 0 : 1
if (report.problems.length === 0) await rm(folder, { recursive: true })

function print({ journal, problems, leftOut, events, spoilt }: ChaosReport): void {
  const list = (counts: Map<string, number>) =>
    [...counts].map(([name, times]) => `${times} × ${name}`).join(', ') || 'none'
  for (const [name, reason] of leftOut) say(`left out: ${name}, as ${reason}`)
  say(`faults: ${list(journal.faults)}; requests to the store spoilt: ${spoilt}`)
  say(`acknowledged: ${list(journal.acknowledged)}`)
  say(`temporary answers: ${list(journal.temporary)}`)
  const seen = [...journal.readers].map(([name, all]) => `${name} ${all.length}`).join(', ')
  say(`events: ${events}; read by ${seen}`)
  const [first = []] = journal.readers.values()
  const names = new Map<string, number>()
  for (const { event } of first) names.set(event, (names.get(event) ?? 0) + 1)
  say(`by name: ${list(names)}`)
  const taken = journal.attempts.filter((one) => one.isTaken).length
  say(`deliveries: ${journal.attempts.length} attempts, ${taken} taken`)
  say(`given up after three interruptions: ${journal.givenUp.length}`)
  for (const problem of problems.slice(0, 50)) say(`WRONG: ${problem}`)
  say(problems.length === 0 ? 'nothing was lost, doubled or missed' : `${problems.length} problems`)
}
