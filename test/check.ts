/**
 * `npm run check`: types, lint, format, unused code, then every test; with `--static` no test.
 * `npm run check:fast`: of the tests only test/architecture, one of which checks the generated files, and
 * those light ones that import what changed, without a PostgreSQL server. Further arguments are vitest's.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import pc from 'picocolors'
import { changeBase } from './support/changed-files.ts'

type Step = { name: string; args: string[] }
type Ended = { name: string; code: number; seconds: number; said: string }

const root = path.join(import.meta.dirname, '..')
const [mode, ...vitestArgs] = process.argv.slice(2)
const isFast = mode === '--fast'
const isStatic = mode === '--static'
const tool = (file: string) => path.join(root, 'node_modules', file)
const buildInfo = tool('.cache/earshot/types.tsbuildinfo')

const types: Step = {
  name: 'types',
  args: [tool('typescript/bin/tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', buildInfo],
}
const quick: Step[] = [
  { name: 'lint', args: [tool('.bin/oxlint'), '--quiet'] },
  { name: 'format', args: [tool('.bin/oxfmt'), '--check'] },
  { name: 'unused code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
]

/** Runs a step with its output kept. */
async function run({ name, args }: Step): Promise<Ended> {
  const startedAt = performance.now()
  let said = ''
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const code = await new Promise<number>((resolve) => child.on('close', (n) => resolve(n ?? 1)))
  return { name, code, seconds: (performance.now() - startedAt) / 1_000, said }
}

/** Prints how a step ended, and its output where it failed; true where it did not. */
function report({ name, code, seconds, said }: Ended): boolean {
  const mark = code === 0 ? pc.green('✓') : pc.red('✗')
  process.stdout.write(`${mark} ${name} ${seconds.toFixed(1)} s\n${code === 0 ? '' : said}`)
  return code === 0
}

async function runAll(steps: readonly Step[]): Promise<boolean> {
  let isGood = true
  for (const step of steps) isGood = report(await run(step)) && isGood
  return isGood
}

/** With vitest's own output, as of `npm test`. */
async function test(args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['test/run.ts', ...args], { cwd: root, stdio: 'inherit' })
  return (await new Promise((resolve) => child.on('close', resolve))) === 0
}

const typesEnd = run(types)
const isTidy = await runAll(quick)
if (isFast) {
  // Beside the types, which take one core for longest; how they ended is said last. What test/architecture reads, it
  // does not import, so that vitest would leave it out.
  const isInShape = await test(['--fast', 'test/architecture'])
  const projects = ['light', 'light-page', 'light-shell'].flatMap((name) => ['--project', name])
  const changed = `--changed=${changeBase() ?? 'HEAD'}`
  const isPassed = await test(['--fast', ...projects, changed, ...vitestArgs])
  const isTyped = report(await typesEnd)
  process.exitCode = isTidy && isTyped && isInShape && isPassed ? 0 : 1
} else {
  const isClean = report(await typesEnd) && isTidy
  const isPassed = isClean && (isStatic || (await test(mode ? [mode, ...vitestArgs] : [])))
  process.exitCode = isPassed ? 0 : 1
}
