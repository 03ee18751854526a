import type { ListedBundle } from 'earshot/client'
import { command } from '../command.ts'
import { UsageError } from '../errors.ts'
import type { OnStep } from '../output.ts'
import { passphraseOption, readPassphrase } from '../passphrase.ts'
import { toSize } from '../size.ts'
import { withService } from '../with-service.ts'
import { compare, type Difference } from './compare.ts'
import { send, type LeftOut } from './send.ts'
import { explainServer, listLibrary, openServer, requireServer, type Sides } from './sides.ts'
import { addVocabulary, listWhatStays, type Stays } from './what-stays.ts'

/** Something is not on the server as it is here; exit code 1. */
class NotSame extends Error {}

type Options = { to?: string; keyFd?: number }

/** earshot move */
export const move = command<Options>({
  line: 'move',
  about:
    "take this library to a team's server: projects, recordings, transcripts, prompts and all that belongs to them",
  options: [
    ['--to <address>', 'of the server, as https://earshot.example.org'],
    passphraseOption('key'),
  ],
  examples: ['move --to https://earshot.example.org'],
  run: async ({ io, out }, { to: address, keyFd }) => {
    if (address === undefined) throw new UsageError('Say where to: --to https://…')
    const question = `Key of an admin at ${address}`
    const asking = { variable: 'EARSHOT_MOVE_KEY', question, option: '--key-fd' }
    const given = keyFd === undefined ? {} : { passphraseFd: keyFd }
    const to = openServer(address, await readPassphrase(io, given, asking))
    const report = await withService(io, async (from) => {
      try {
        return await moveLibrary({ from, to, signal: io.signal }, address, out.step('move'))
      } catch (error) {
        if (io.signal.aborted) {
          io.stderr.write('\nStopped. The same command goes on where it stopped.\n')
        }
        throw explainServer(error, address)
      }
    })
    out.result(report, toLines(report))
    if (report.differences.length + report.left_out.length > 0) {
      throw new NotSame('Not everything is on the server as it is here; this library is unchanged.')
    }
  },
})

type Report = {
  to: string
  organization: string
  prompts: number
  projects: number
  recordings: number
  size_bytes: number
  terms_added: number
  left_out: LeftOut[]
  differences: Difference[]
  stays: Stays[]
}

async function moveLibrary(sides: Sides, address: string, onStep: OnStep): Promise<Report> {
  const organization = await requireServer(sides, address)
  const { prompt, project, content } = await listLibrary(sides)
  const all = [...prompt, ...project, ...content]
  const left = await sendAll(sides, all, onStep)
  const leftIds = new Set(left.map(({ id }) => id))
  const differences: Difference[] = []
  for (const [at, item] of all.entries()) {
    onStep(`comparing ${at + 1} of ${all.length}`, at / all.length)
    const difference = leftIds.has(item.id) ? null : await compare(sides, item)
    if (difference) differences.push(difference)
  }
  return {
    to: address,
    organization,
    prompts: prompt.length,
    projects: project.length,
    recordings: content.length,
    size_bytes: sizeOf(content),
    terms_added: await addVocabulary(sides),
    left_out: left,
    differences,
    stays: await listWhatStays(sides),
  }
}

/** In an order in which each finds what it names: prompts, projects, recordings. */
async function sendAll(
  sides: Sides,
  all: readonly ListedBundle[],
  onStep: OnStep,
): Promise<LeftOut[]> {
  const total = sizeOf(all)
  const left: LeftOut[] = []
  let done = 0
  for (const [at, item] of all.entries()) {
    const show = (sent: number) => {
      const sizes = `${toSize(done + sent)} of ${toSize(total)}`
      onStep(`${at + 1} of ${all.length}, ${sizes}`, (done + sent) / Math.max(1, total))
    }
    show(0)
    const leftOut = await send(sides, item, show)
    if (leftOut) left.push(leftOut)
    done += item.size_bytes ?? 0
  }
  return left
}

const sizeOf = (items: readonly ListedBundle[]): number =>
  items.reduce((sum, { size_bytes: bytes }) => sum + (bytes ?? 0), 0)

const nouns = { prompt: 'prompt', project: 'project', content: 'recording' } as const

function toLines(report: Report): string[] {
  const { left_out, differences } = report
  const isSame = left_out.length + differences.length === 0
  const counts = `projects: ${report.projects}, recordings: ${report.recordings} (${toSize(report.size_bytes)}), prompts: ${report.prompts}`
  return [
    `To "${report.organization}" at ${report.to}: ${counts}`,
    ...(report.terms_added > 0 ? [`Terms added to its vocabulary: ${report.terms_added}`] : []),
    ...(isSame ? ['Compared: both sides are the same. This library is unchanged.'] : []),
    ...left_out.map(
      (one) => `Left out: ${nouns[one.type]} "${one.name}" (${one.id}): ${one.reason}`,
    ),
    ...differences.map(
      (one) => `Differs: ${nouns[one.type]} "${one.name}" (${one.id}): ${one.what.join(', ')}`,
    ),
    ...report.stays.flatMap(({ what, names, next }) => [
      '',
      `${what} (${next}):`,
      ...names.map((name) => `  ${name}`),
    ]),
  ]
}
