import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildPythonClient } from '../../service/build-python-client.ts'

const root = path.join(import.meta.dirname, '../..')
const jobs = path.join(import.meta.dirname, 'jobs')
const document = path.join(root, 'service/client/openapi.json')

const versions = {
  python: 'openapi-python-client==0.29.1',
  java: 'org.openapitools:openapi-generator-cli:7.25.0',
  types: [
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.17.0',
    'typescript@5.9.3',
    '@types/node@24.19.2',
  ],
  linter: '@redocly/cli@2.41.0',
}

/** What the main job is told: BASE, KEY and RECORDING. */
export type Told = Record<string, string>
type Target = {
  name: string
  /** Generates and compiles a client in this empty folder, runs the main job with it: what that printed. */
  run: (folder: string, told: Told) => Promise<string>
}

async function call(program: string, args: string[], cwd: string, env: Told = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env }, maxBuffer: 2 ** 26 }
  const { stdout } = await promisify(execFile)(program, args, options)
  return stdout.trim()
}

const npmInstall = (folder: string, packages: string[]) =>
  call(
    'npm',
    ['install', '--no-audit', '--no-fund', '--silent', '--prefix', folder, ...packages],
    folder,
  )

const leftOut = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((one) => `${one}=false`)

/** openapi-generator, fetched by Maven beside the client it makes. */
async function generate(folder: string, language: string, more: string[]): Promise<string> {
  const tools = path.join(folder, 'tools')
  const copy = ['dependency:copy', `-Dartifact=${versions.java}`, `-DoutputDirectory=${tools}`]
  await call('mvn', ['-q', '-B', ...copy], folder)
  const [jar = ''] = await readdir(tools)
  const output = path.join(folder, 'client')
  const properties = [...leftOut, 'apis', 'models', 'supportingFiles'].join(',')
  const from = ['generate', '-g', language, '-i', document, '-o', output]
  const args = ['-jar', path.join(tools, jar), ...from, '--global-property', properties, ...more]
  await call('java', args, folder)
  return output
}

export const targets: Target[] = [
  {
    name: 'openapi-python-client',
    run: async (folder, told) => {
      await call('python3', ['-m', 'venv', 'python'], folder)
      const inside = (program: string) => path.join(folder, 'python/bin', program)
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
      await call(inside('python'), [...install, versions.python], folder)
      const client = path.join(folder, 'client')
      await buildPythonClient(client, inside('openapi-python-client'))
      await call(inside('python'), [...install, client], folder)
      await call(inside('python'), ['-m', 'compileall', '-q', client], folder)
      return await call(inside('python'), [path.join(jobs, 'main_job.py')], folder, told)
    },
  },
  {
    name: 'openapi-typescript',
    run: async (folder, told) => {
      await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
      await npmInstall(folder, versions.types)
      const program = (name: string) => path.join(folder, 'node_modules/.bin', name)
      await call(program('openapi-typescript'), [document, '-o', 'earshot.ts'], folder)
      await cp(path.join(jobs, 'main-job.mts'), path.join(folder, 'main-job.mts'))
      const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck']
      const modern = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node']
      await call(program('tsc'), [...strict, ...modern, 'main-job.mts'], folder)
      return await call(process.execPath, ['main-job.mts'], folder, told)
    },
  },
  {
    name: 'openapi-generator, Go',
    run: async (folder, told) => {
      const client = await generate(folder, 'go', ['-p', 'enumClassPrefix=true'])
      await rm(path.join(client, 'go.mod'))
      await writeFile(path.join(folder, 'go.mod'), 'module earshot\n\ngo 1.23\n')
      await cp(path.join(jobs, 'main_job.go'), path.join(folder, 'main_job.go'))
      await call('go', ['vet', '.'], folder)
      return await call('go', ['run', '.'], folder, told)
    },
  },
  {
    name: 'openapi-generator, Java',
    run: async (folder, told) => {
      const named = 'invokerPackage=earshot,apiPackage=earshot.api,modelPackage=earshot.model'
      const client = await generate(folder, 'java', ['-p', named])
      const sources = path.join(client, 'src/main/java')
      await mkdir(sources, { recursive: true })
      await cp(path.join(jobs, 'MainJob.java'), path.join(sources, 'MainJob.java'))
      const skipped = ['-DskipTests', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true']
      await call('mvn', ['-q', '-B', 'package', ...skipped], client)
      const classes = [path.join(client, 'target/classes'), path.join(client, 'target/lib/*')]
      return await call('java', ['-cp', classes.join(path.delimiter), 'MainJob'], client, told)
    },
  },
]

/** What Redocly's recommended rules have against the document. */
export async function lint(folder: string): Promise<string[]> {
  await writeFile(path.join(folder, 'package.json'), '{}')
  await npmInstall(folder, [versions.linter])
  const program = path.join(folder, 'node_modules/.bin/redocly')
  const options = ['--extends', 'recommended', '--format', 'json', '--max-problems', '1000']
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const told = await call(program, ['lint', document, ...options], folder, env).catch(
    (error: { stdout?: string }) => error.stdout ?? String(error),
  )
  // Redocly's own form of report.
  const { problems } = JSON.parse(told) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
  }
  return problems.map((one) => `${one.ruleId}: ${one.message} ${one.location[0]?.pointer ?? ''}`)
}
