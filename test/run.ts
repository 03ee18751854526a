import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pc from 'picocolors'
import { buildWhatIsStale } from '../main/build.ts'
import { findElectron, whyNoWindow } from '../main/find-electron.ts'
import { findChromium, findHeadlessChromium } from './support/chromium.ts'
import { reportVariable } from './support/cost/cost-reporter.ts'
import { measureSlowness } from './support/cost/machine-speed.ts'
import { readProcessorSeconds } from './support/cost/processor-seconds.ts'
import { findWhisper, hasModel } from './support/models.ts'
import { findPostgres } from './support/postgres.ts'
import { findS3Server } from './support/s3-server.ts'

/**
 * `npm test`: says what this machine lacks and what that leaves out, builds the page for the
 * browser tests, and runs every suite. `--nightly` runs them at full length, `--fast` starts at once,
 * for suites that need none of that. Other arguments are vitest's own. What the tests write is kept in memory where
 * the system has room: flushing thousands of files of databases takes a third of the work. A few files that fail have
 * one more try with the machine for themselves.
 */
const root = path.join(import.meta.dirname, '..')
const own = ['--nightly', '--fast']
const flags = process.argv.slice(2).filter((arg) => own.includes(arg))
const vitestArgs = process.argv.slice(2).filter((arg) => !own.includes(arg))
const say = (text: string) => process.stderr.write(`${text}\n`)

// At the start, when nothing else of ours runs.
const slowness = measureSlowness()

type Prerequisite = { name: string; isThere: boolean; without: string }

const findPrerequisites = async (): Promise<Prerequisite[]> => [
  {
    name: 'whisper-cli (cmake and a C++ compiler, then: npm rebuild)',
    isThere: (await findWhisper()) !== undefined,
    without: 'no test hears real speech',
  },
  {
    name: 'a language model (npm run models -- install smollm2-135m)',
    isThere: await hasModel('language-model'),
    without: 'only the built-in analyser is tested',
  },
  {
    name: 'Chromium (on Debian: apt-get install chromium)',
    isThere: findChromium() !== null,
    without:
      findHeadlessChromium() === null ? 'no test uses the page' : 'nothing is recorded in the page',
  },
  {
    name: 'PostgreSQL 15 or newer (on Debian: apt-get install postgresql)',
    isThere: findPostgres() !== undefined,
    without: 'nothing is tested on the database of a team',
  },
  {
    name: 'Electron (npx install-electron) and a display',
    isThere: findElectron(root, process.env) !== null && whyNoWindow(process.env) === null,
    without: 'the desktop window is tested without its program',
  },
  {
    name: 'versitygw, a server of S3 (see .ci/run)',
    isThere: findS3Server() !== null,
    without: 'no recording lies in a store',
  },
  {
    name: 'recordings of real speech in ../shared/speech',
    isThere: existsSync(path.join(root, '../shared/speech/manifest.json')),
    without: 'the accuracy suite hears one clip only',
  },
]

async function prepare(): Promise<void> {
  for (const { name, isThere, without } of await findPrerequisites()) {
    if (!isThere) say(`${pc.yellow('missing')} ${name}: ${without}`)
  }
  const built = await buildWhatIsStale()
  if (built.length > 0) say(`Built ${built.join(' and ')}`)
}

if (!flags.includes('--fast')) await prepare()

const memory = '/dev/shm'
/** Choice: three workers write less than 1 GB at a time. */
const leastBytes = 4 * 2 ** 30

/** A folder in memory for temporary files; null where there is no room, or somebody chose another place. */
function makeFolderInMemory(): string | null {
  if (process.env['TMPDIR'] || !existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < leastBytes ? null : mkdtempSync(path.join(memory, 'earshot-tests-'))
}

const temporary = makeFolderInMemory()
const reportFolder = mkdtempSync(path.join(tmpdir(), 'earshot-report-'))
const report = path.join(reportFolder, 'report.json')
process.on('exit', () => {
  for (const folder of [temporary, reportFolder]) {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
})
const env = {
  ...process.env,
  ...(flags.includes('--nightly') && { EARSHOT_NIGHTLY: '1' }),
  ...(temporary !== null && { TMPDIR: temporary }),
  [reportVariable]: report,
}

/** Resolves with vitest's exit status. */
async function runVitest(given: readonly string[]): Promise<number> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = path.join(root, 'test/vitest.config.ts')
  const args = [vitest, 'run', '--config', config, ...given]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

type Report = { testResults: { name: string; status: string }[] }

/** The files of which something failed; none where vitest came to no end of its own. */
function readFailedFiles(): string[] {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return [...new Set(failed)]
}

/** Choice: what fails in more files than that is broken, and not the machine too busy. */
const mostRepeated = 5

/** Where a few files failed beside all others, each has one more try with the machine for itself; it is told apart. */
async function runAll(): Promise<number> {
  const first = await runVitest([])
  const files = first === 0 ? [] : readFailedFiles()
  if (files.length === 0 || files.length > mostRepeated) return first
  const names = files.map((file) => path.relative(root, file)).join(', ')
  say(pc.yellow(`Once more, alone: ${names}`))
  const second = await runVitest([...files, '--maxWorkers=1'])
  if (second === 0) say(pc.yellow(`FLAKY: failed beside others, passed alone: ${names}`))
  return second
}

process.exitCode = await (vitestArgs.length > 0 ? runVitest(vitestArgs) : runAll())
// With what was repeated, PostgreSQL and vitest itself.
const processorSeconds = readProcessorSeconds(process.pid)
if (processorSeconds !== null) {
  const elapsed = (performance.now() / 1_000).toFixed(0)
  const ofReference = (processorSeconds / slowness).toFixed(0)
  say(
    `All: ${processorSeconds.toFixed(0)} s of the processors, ${elapsed} s on the clock; ` +
      `${ofReference} s of the machine that the limits were chosen on, which is ${slowness.toFixed(2)} times as fast`,
  )
}
