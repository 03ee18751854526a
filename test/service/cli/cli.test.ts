import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../support/command-line.ts'
import { isNightly } from '../../support/nightly.ts'
import { createClient } from '../../support/path-client.ts'
import { shortestClip } from '../../support/models.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'

const root = path.join(import.meta.dirname, '../../..')
const engines = path.join(root, 'test/support/serve-with-scripted-engine.ts')
const program = path.join(root, 'service/cli/earshot.ts')

let folder = ''
let service: ServiceProcess

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-cli-'))
  service = await startServiceProcess(path.join(folder, 'data'), {}, engines)
}, 120_000)
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Ran = { code: number; stdout: string; stderr: string }

/** Runs `npm run earshot -- ARGS` as a shell would, against the service of this file. */
function earshot(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const dataDir = path.join(folder, 'data')
  const all = { ...process.env, NODE_OPTIONS: '', EARSHOT_DATA_DIR: dataDir, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: all }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** The same in this process, where it is not the process that is tested: starting one costs a second. */
const earshotHere = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  runCommand(args, { env: { EARSHOT_DATA_DIR: path.join(folder, 'data'), ...env } })

test('keys create prints a key that opens the service', async () => {
  const { code, stdout } = await earshot(['keys', 'create', '--name', 'Script', '--scopes', 'read'])
  expect(code).toBe(0)
  const client = createClient({ baseUrl: service.baseUrl, token: stdout.trim() })
  const keys = await client.get<{ name: string; scopes: string[] }[]>('/v1/api-keys')
  expect(keys[0]).toMatchObject({ name: 'Script', scopes: ['read'] })
  await expect(client.post('/v1/projects', { name: 'X' })).rejects.toMatchObject({ status: 403 })
})

test('a key made for a try ends by itself; one with a name, or a time, works as it says', async () => {
  const untilOf = async (...args: string[]): Promise<string | null> => {
    const { stdout } = await earshotHere(['keys', 'create', '--json', ...args])
    return JSON.parse(stdout).expires_at
  }
  const days = (Date.parse((await untilOf()) ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  expect(await untilOf('--name', 'Nightly report')).toBeNull()
  expect(await untilOf('--expires', '2100-01-01')).toBe('2100-01-01T00:00:00.000Z')
})

test('upload makes a project, sends the file, waits and prints what was said', async () => {
  const { code, stdout } = await earshotHere(['upload', shortestClip, '--wait'])
  expect(code).toBe(0)
  expect(stdout).toContain('The zebra crossed the river before the storm.')
  const projects = await service.client.get<{ name: string }[]>('/v1/projects')
  expect(projects.map(({ name }) => name)).toEqual(['My recordings'])
})

test('upload --json --prompt prints one document with transcript and analysis', async () => {
  const { id } = await service.client.post<{ id: string }>('/v1/prompts', {
    name: 'Short',
    template: 'Sum it up: {{transcript}}',
    output_schema: { type: 'object', properties: { summary: { type: 'string' } } },
  })
  const args = ['upload', shortestClip, shortestClip, '--prompt', id, '--json']
  const { code, stdout, stderr } = await earshotHere([...args, '--project', 'my recordings'])
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    project: { name: 'My recordings' },
    results: [1, 2].map(() => ({
      content: { filename: 'jfk.mp3', size_bytes: expect.any(Number), status: 'completed' },
      transcript: { text: expect.stringContaining('zebra') },
      analysis: { status: 'completed', result: { summary: expect.any(String) } },
    })),
  })
})

test('status counts what is stored', async () => {
  const { code, stdout } = await earshotHere(['status', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ recordings: 3, processing: [] })
  expect((await earshotHere(['status'])).stdout).toContain('3 recordings in 1 project')
})

test('the address and key of the environment are used in place of the data folder', async () => {
  const away = { EARSHOT_DATA_DIR: path.join(folder, 'nobody') }
  const env = { ...away, EARSHOT_BASE_URL: service.baseUrl, EARSHOT_API_KEY: service.token }
  expect(await earshotHere(['status'], env)).toMatchObject({ code: 0 })
})

test('without a service the exit code is 3 and the sentence says how to start one', async () => {
  const ran = await earshotHere(['status'], { EARSHOT_DATA_DIR: path.join(folder, 'nobody') })
  expect(ran).toMatchObject({ code: 3, stdout: '' })
  expect(ran.stderr).toContain('npm start')
})

test.each([
  [['upload', 'no-such-file.mp3'], 1, 'no such file'],
  [['upload', 'notes.pdf'], 1, 'does not end like that of a recording'],
  [['upload', shortestClip, '--project', 'Nowhere'], 1, 'There is no project "Nowhere"'],
  [['keys', 'create', '--type', 'publishable'], 1, 'project_ids'],
  [['keys', 'create', '--type', 'other'], 2, 'Allowed choices'],
  [['upload'], 2, "missing required argument 'files'"],
  [['nonsense'], 2, 'unknown command'],
])('%j ends with %i and says why', async (args, code, text) => {
  const ran = await earshotHere(args)
  expect(ran.code).toBe(code)
  expect(ran.stderr).toContain(text)
})

test('the process ends with the code of its failure', async () => {
  expect(await earshot(['nonsense'])).toMatchObject({ code: 2, stdout: '' })
})

test('a refused upload says what the service said', async () => {
  const empty = path.join(folder, 'empty.mp3')
  await writeFile(empty, '')
  const ran = await earshotHere(['upload', empty])
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('(validation_error)')
})

// Two processes; what is written to no terminal has no colours anyway.
test.runIf(isNightly)('NO_COLOR is obeyed', async () => {
  const colourful = await earshot(['status'], { FORCE_COLOR: '1', NO_COLOR: '' })
  expect(colourful.stdout).toContain('\u001B[')
  const { FORCE_COLOR: _colour, ...plain } = { FORCE_COLOR: '', NO_COLOR: '1' }
  expect((await earshot(['status'], plain)).stdout).not.toContain('\u001B[')
})

test('the files that lead to the service are the owner’s alone, and gone after a stop', async () => {
  const dataDir = path.join(folder, 'data')
  for (const name of ['service.json', 'session-token']) {
    expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600)
  }
  // The last test of this file: the service is not needed after it.
  expect(await service.stop()).toBe(0)
  await expect(stat(path.join(dataDir, 'session-token'))).rejects.toThrow('ENOENT')
})
