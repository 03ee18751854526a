import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProgram } from '../../../service/cli/program.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { givenKey, givenProject, givenRecording } from '../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const earshot = (args: string[], setting: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(args, {
    ...setting,
    env: {
      EARSHOT_BASE_URL: app.baseUrl,
      EARSHOT_API_KEY: app.sessionToken,
      ...setting.env,
    },
  })
const document = async (args: string[]) => JSON.parse((await earshot([...args, '--json'])).stdout)

test('a list takes --limit, goes on with --cursor, and reads everything with --all', async () => {
  for (const name of ['A', 'B', 'C']) await givenProject(app, { name })
  const first = await document(['projects', 'list', '--limit', '2'])
  expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'B'])
  expect(first.pagination.has_more).toBe(true)
  const { next_cursor: cursor } = first.pagination
  const rest = await document(['projects', 'list', '--cursor', cursor])
  expect(rest.data.map(({ name }: { name: string }) => name)).toEqual(['A'])
  const all = await document(['projects', 'list', '--all'])
  expect(all).toMatchObject({ data: { length: 3 }, pagination: { has_more: false } })
  const { stdout, stderr } = await earshot(['projects', 'list', '--limit', '1'])
  expect(stdout).toMatch(/^ID +NAME +SLUG +RECORDINGS +CREATED\nproj_\w+ +C +c +0 +2026-11-21 /)
  expect(stderr).toContain('--all')
  expect((await earshot(['projects', 'list', '--limit', '0'])).code).toBe(2)
})

test('a project is named by its id, its slug or its name', async () => {
  const { id } = await givenProject(app, { name: 'North Calls' })
  for (const name of [id, 'north-calls', 'north calls']) {
    expect(await document(['projects', 'show', name])).toMatchObject({ id })
  }
  const unknown = await earshot(['projects', 'show', 'Nowhere'])
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('There is no project "Nowhere". There are: "North Calls"')
})

test('a prompt returns to an earlier text', async () => {
  const template = 'Sum up: {{transcript}}'
  const made = await app.call('POST', '/v1/prompts', { body: { name: 'Short', template } })
  const { id } = made.body.data
  const longer = `At length, and with all that was promised:\n${template}`
  await app.call('PATCH', `/v1/prompts/${id}`, { body: { template: longer } })
  const { stdout } = await earshot(['prompts', 'versions', id])
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^VERSION +ANALYSES +MADE BY +CREATED +BEGINS$/),
    expect.stringMatching(/^2 +current +0 +mem_\w+ +2026-11-21 .* At length, and .* promis…$/),
    expect.stringMatching(/^1 +0 .* Sum up: {{transcript}}$/),
    '',
  ])
  expect(await document(['prompts', 'restore', id, '1'])).toMatchObject({ version: 3, template })
  const unknown = await earshot(['prompts', 'restore', id, '9'])
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('no version 9')
})

test('what is removed is asked for: without a terminal only --yes removes it', async () => {
  const { id } = await givenProject(app, { name: 'Doomed' })
  const silent = await earshot(['projects', 'delete', 'doomed'])
  expect(silent).toMatchObject({ code: 2, stdout: '' })
  expect(silent.stderr).toContain('--yes')
  const refused = await earshot(['projects', 'delete', 'doomed'], { typed: 'n' })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('[y/N]')
  expect(await document(['projects', 'show', id])).toMatchObject({ id })
  expect(await earshot(['projects', 'delete', 'doomed'], { typed: 'y' })).toMatchObject({ code: 0 })
  expect((await earshot(['projects', 'show', id])).code).toBe(1)
})

test('a refusal names its code, its fields and its request, and as JSON on stderr', async () => {
  const { code, stdout, stderr } = await earshot(['webhooks', 'create', 'http://example.org'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/\(validation_error\)\n {2}url: .+\n {2}request req_\w+\n$/)
  const json = await earshot(['webhooks', 'create', 'http://example.org', '--json'])
  expect(json.stdout).toBe('')
  expect(JSON.parse(json.stderr)).toMatchObject({
    error: { code: 'validation_error', status: 400, details: [{ field: 'url' }] },
  })
  const key = await givenKey(app, { scopes: ['read'] })
  const denied = await earshot(['projects', 'create', 'X'], { env: { EARSHOT_API_KEY: key } })
  expect(denied.stderr).toContain('(insufficient_permissions)')
})

test('a service that went away ends with 3', async () => {
  const gone = await startTestApp()
  const env = { EARSHOT_BASE_URL: gone.baseUrl, EARSHOT_API_KEY: gone.sessionToken }
  await gone.stop()
  const ran = await earshot(['projects', 'list'], { env })
  expect(ran).toMatchObject({ code: 3, stdout: '' })
  expect(ran.stderr).toContain('npm start')
})

test('events follow prints one document per line as they happen, and ends when told', async () => {
  const stopping = new AbortController()
  let seen = ''
  const following = earshot(['events', 'follow', '--event', 'project.created', '--json'], {
    signal: stopping.signal,
    onOutput: (stdout) => {
      seen = stdout
      if (stdout.split('\n').length > 2) stopping.abort()
    },
  })
  // It may not be open yet: what is made later is seen in any case.
  while (!stopping.signal.aborted) {
    await givenProject(app, { name: 'Seen' })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await following).toMatchObject({ code: 0 })
  const lines = seen.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(lines.map(() => 'project.created'))
})

test('Ctrl-C during an upload ends it with 130 and takes back what was announced', async () => {
  const { id } = await givenProject(app, { name: 'Stopped' })
  const file = path.join(app.dataDir, 'long.wav')
  await writeFile(file, new Uint8Array(3_000_000))
  const stopping = new AbortController()
  const upload = ['upload', file, '--project', 'stopped', '--wait']
  const onProgress = () => stopping.abort()
  const ran = await earshot(upload, { isWatched: true, onProgress, signal: stopping.signal })
  expect(ran).toMatchObject({ code: 130, stdout: '' })
  expect(await document(['recordings', 'list', '--project', id])).toMatchObject({ data: [] })
})

test('a recording is found in whichever project it lies, and its words are printed', async () => {
  const { id } = await givenProject(app, { name: 'Deep' })
  const contentId = await givenRecording(app, id)
  const { stdout } = await earshot(['recordings', 'transcript', contentId])
  expect(stdout).toBe('We will send the contract on Friday.\n')
  const json = await earshot(['recordings', 'transcript', contentId, '--format', 'json'])
  const partial = await earshot(['recordings', 'transcript', contentId, '--partial', '--json'])
  expect(JSON.parse(partial.stdout)).toMatchObject({ is_partial: false })
  expect(JSON.parse(json.stdout)).toMatchObject({ word_count: 7 })
  const elsewhere = await earshot(['recordings', 'show', contentId, '--project', 'North Calls'])
  expect(elsewhere.stderr).toContain('(not_found)')
})

test('progress is shown to who watches, on stderr, and never with --json', async () => {
  const { id } = await givenProject(app, { name: 'Watched' })
  const contentId = await givenRecording(app, id)
  const run = ['recordings', 'download', contentId, '-o', path.join(app.dataDir, 'saved')]
  const watched = await earshot(run, { isWatched: true })
  expect(watched.stderr).toContain('call.wav: saving 100 %')
  expect((await earshot([...run, '--json'], { isWatched: true })).stderr).toBe('')
  expect(await readFile(path.join(app.dataDir, 'saved'), 'utf8')).toBe('some recorded bytes')
})

test('what a name holds cannot steer the terminal', async () => {
  const { id } = await givenProject(app, { name: 'Steering' })
  await givenRecording(app, id, { filename: 'a\u009B2Jb.wav' })
  const listed = await earshot(['recordings', 'list', '--project', 'Steering'])
  expect(listed.stdout).toContain('a2Jb')
  expect(listed.stdout).not.toContain('\u009B')
})

/** Every command that does something, with the words that lead to it. */
function commandsOf(command: Command, words: string[] = []): { words: string[]; help: string }[] {
  const own = [...words, command.name()].filter((word) => word !== 'earshot')
  if (command.name() === 'complete') return []
  if (command.commands.length === 0) return [{ words: own, help: command.helpInformation() }]
  return command.commands.flatMap((one) => commandsOf(one, own))
}

test('each command has help with examples that name it', async () => {
  const silent = { env: {}, signal: new AbortController().signal }
  const { stdin, stdout, stderr } = process
  const commands = commandsOf(buildProgram({ ...silent, stdin, stdout, stderr }))
  expect(commands.length).toBeGreaterThan(50)
  for (const { words } of commands) {
    const help = await earshot([...words, '--help'])
    expect(help.code).toBe(0)
    expect(help.stdout).toMatch(new RegExp(`Examples:\n {2}earshot (\\S+ )?${words.at(-1)}`))
  }
  expect((await earshot(['--help'])).stdout).toContain('Exit codes: 0 done, 1 refused')
})

test('transcribe still answers to its former name, which help does not list', async () => {
  const formerly = await earshot(['hear', '--help'])
  expect(formerly).toEqual(await earshot(['transcribe', '--help']))
  expect(formerly.stdout).toMatch(/^Usage: earshot transcribe /)
  expect((await earshot(['--help'])).stdout).not.toContain('hear')
})

test('completion knows commands, options, choices and projects', async () => {
  const complete = async (...words: string[]) =>
    (await earshot(['complete', '--', ...words])).stdout.trim().split('\n')
  expect(await complete('pro')).toEqual(['projects', 'prompts'])
  expect(await complete('webhooks', 'rot')).toEqual(['rotate-secret'])
  expect(await complete('recordings', 'list', '--st')).toEqual(['--status'])
  expect(await complete('recordings', 'list', '--status', 'f')).toEqual(['failed'])
  expect(await complete('upload', '--project', 'north')).toEqual(['north-calls'])
  expect(await complete('projects', 'show', 'nor')).toEqual(['north-calls'])
  expect((await earshot(['completion', 'tcsh'])).code).toBe(2)
})

test.each(['bash', 'zsh', 'fish'])('the script for %s is one', async (shell) => {
  const { stdout } = await earshot(['completion', shell])
  expect(stdout).toContain('earshot complete --')
  const checked = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })
  if (checked.error) return void process.stderr.write(`SKIPPED: ${shell} is not here to check\n`)
  expect(checked).toMatchObject({ status: 0, stderr: '' })
})

test.skipIf(process.platform === 'win32')('bash completes with the script', async () => {
  const { stdout } = await earshot(['completion', 'bash'])
  const call = 'COMP_WORDS=(earshot webhooks ro); COMP_CWORD=2; _earshot; echo "${COMPREPLY[@]}"'
  // The script asks the program by its name.
  const program = path.join(import.meta.dirname, '../../../service/cli/earshot.ts')
  const named = `earshot() { "${process.execPath}" "${program}" "$@"; }`
  const input = [named, stdout, call].join('\n')
  const ran = spawnSync('bash', {
    input,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(ran.stdout.trim()).toBe('rotate-secret')
})
