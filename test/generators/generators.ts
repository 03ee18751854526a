/**
 * `npm run generators`: the OpenAPI document as others use it. Redocly's recommended rules have nothing
 * against it, and openapi-python-client, openapi-typescript and openapi-generator (Go, Java) each make a
 * client of it that compiles and does the main job against a running service with scripted engines:
 * it creates a project, uploads a recording, waits, and reads the transcript.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pc from 'picocolors'
import { startChildService } from '../contract/support/child-service.ts'
import { tone } from '../contract/support/uploads.ts'
import { lint, targets, type Told } from './targets.ts'

/** What the scripted engine hears in every recording. */
const expected = 'The zebra crossed the river before the storm.'

const say = (text: string) => process.stdout.write(`${text}\n`)
const wanted = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'earshot-generators-'))

const makeFolder = async (name: string): Promise<string> => {
  const place = path.join(folder, name.replaceAll(/\W+/g, '-'))
  await mkdir(place)
  return place
}

async function check(name: string, run: (place: string) => Promise<string[]>): Promise<boolean> {
  const since = Date.now()
  const problems = await run(await makeFolder(name)).catch((error: unknown) => [explain(error)])
  const mark = problems.length === 0 ? pc.green('✓') : pc.red('✗')
  say(`${mark} ${name} ${Math.round((Date.now() - since) / 1_000)} s`)
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`)
  return problems.length === 0
}

/** What a program that failed printed, else the error itself. */
function explain(error: unknown): string {
  const { stdout = '', stderr = '' } = Object(error) as { stdout?: string; stderr?: string }
  return `${String(error)}\n${stdout}\n${stderr}`.slice(0, 6_000)
}

async function checkAll(told: Told): Promise<boolean[]> {
  const results = [await check('Redocly, recommended rules', lint)]
  for (const { name, run } of targets) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    const runOnce = async (place: string) => {
      const printed = await run(place, told)
      return printed === expected ? [] : [`It printed ${JSON.stringify(printed)}`]
    }
    results.push(await check(name, runOnce))
  }
  return results
}

const service = await startChildService({
  dataDir: path.join(folder, 'data'),
  logFile: path.join(folder, 'service.log'),
  entry: 'test/support/serve-with-scripted-engine.ts',
  env: {},
})
try {
  const recording = path.join(folder, 'call.wav')
  await writeFile(recording, tone())
  const told = { BASE: service.baseUrl, KEY: service.key, RECORDING: recording }
  const results = await checkAll(told)
  process.exitCode = results.length > 1 && results.every(Boolean) ? 0 : 1
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
