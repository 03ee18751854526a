import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSuite } from '../contract/support/suite.ts'
import { shortestClip } from '../support/models.ts'
import { signedEvent } from '../support/signed-event.ts'
import { blocksOf } from './code-blocks.ts'

const root = path.join(import.meta.dirname, '../..')
const readme = await readFile(path.join(root, 'README.md'), 'utf8')
const firstCalls = readme.split('\n## ').find((part) => part.startsWith('First calls')) ?? ''
const quickstart = await readFile(path.join(root, 'service/docs/api-quickstart.md'), 'utf8')

const [shell = ''] = blocksOf(firstCalls, 'sh')
const [withClient = ''] = blocksOf(firstCalls, 'js')
const [withFetch = '', verifyInJs = '', withOpenAi = ''] = blocksOf(quickstart, 'js')
const [withCurlForm = ''] = blocksOf(quickstart, 'sh').slice(-1)
const [inPython = '', verifyInPython = ''] = blocksOf(quickstart, 'python')

const { call, givenKey, world } = openSuite('first calls')
// Shell, links and groups of processes as Unix has them; on the contract's own service, which may keep what is made.
const canRun = process.platform !== 'win32' && world.own !== null
const onUnix = test.skipIf(!canRun)

let folder: string
let key: string
/** What the service hears in the recording, of which it has a transcript already. */
let said: string
beforeAll(async () => {
  if (!canRun) return
  ;({ key } = await givenKey())
  const { projectId, contentId } = world.recording
  const transcript = `/v1/projects/${projectId}/content/${contentId}/transcript`
  said = (await call('GET', transcript)).body.data.text
  expect(said).toMatch(/\w+ \w+/)
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-readme-'))
  // A place that is like this folder, with a recording in it.
  for (const name of ['package.json', 'service', 'node_modules']) {
    await symlink(path.join(root, name), path.join(folder, name))
  }
  await copyFile(shortestClip, path.join(folder, 'call.mp3'))
}, 120_000)
afterAll(async () => {
  if (canRun) await rm(folder, { recursive: true, force: true })
})

/**
 * Runs code as a reader would, but for the address; ends it once it has printed `last`, because
 * what follows events never ends by itself. Null where the machine has no such program.
 */
function run(command: string, args: string[], last: string): Promise<string | null> {
  const bin = path.join(root, 'node_modules/.bin')
  const child = spawn(command, args, {
    cwd: folder,
    detached: true, // with what it starts, it is ended as one
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      EARSHOT_DATA_DIR: world.own?.dataDir,
      KEY: key,
      SECRET: secret,
    },
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    let errors = ''
    let isEnded = false
    const end = () => {
      if (!isEnded && child.pid) process.kill(-child.pid)
      isEnded = true
    }
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes(last)) end()
    })
    child.once('error', (error) => ('code' in error ? resolve(null) : reject(error)))
    child.once('close', () =>
      printed.includes(last) ? resolve(printed) : reject(new Error(`${printed}\n${errors}`)),
    )
  })
}

async function runFile(command: string, name: string, code: string, last: string) {
  const text = code.replaceAll('http://127.0.0.1:4777', world.baseUrl)
  await writeFile(path.join(folder, name), text)
  const printed = await run(command, [name], last)
  if (printed === null) process.stderr.write(`SKIPPED: ${command} is not here to run ${name}\n`)
  return printed
}

const { secret, body, headers } = signedEvent()

onUnix('the calls with curl upload, wait, print the words and follow the events', async () => {
  const printed = await runFile(
    'bash',
    'first-calls.sh',
    `set -e\n${shell}`,
    'transcription.completed',
  )
  if (printed !== null) expect(printed).toContain(said)
})

test('the calls with curl can be pasted into zsh, which has no comments at its prompt and completes a bare ?', () => {
  const bare = shell.replaceAll(/'[^']*'|"[^"]*"/g, '')
  expect(bare).not.toMatch(/(^|\s)#|\?/m)
})

onUnix('the calls with the client do, too', async () => {
  const node = process.execPath
  const printed = await runFile(node, 'client.mjs', withClient, 'transcription.completed')
  expect(printed).toContain(said)
  expect(printed).toContain('\nSupport\n')
})

onUnix('the calls with fetch print the words', async () => {
  expect(await runFile(process.execPath, 'fetch.mjs', withFetch, said)).toContain(said)
})

onUnix('the calls in Python print the words', async () => {
  const printed = await runFile('python3', 'calls.py', inPython, said)
  if (printed !== null) expect(printed).toContain(said)
})

onUnix('OpenAI’s client and curl print the words, too', async () => {
  expect(await runFile(process.execPath, 'openai.mjs', withOpenAi, said)).toContain(said)
  const printed = await runFile('bash', 'openai.sh', withCurlForm, ' --> ')
  if (printed !== null) expect(printed).toMatch(/^1\r\n00:00:0\d,\d{3} --> /)
})

onUnix('the verification in JavaScript takes what is genuine and refuses what is not', async () => {
  const given = `const request = { headers: ${JSON.stringify(headers)} }
let rawBody = ${JSON.stringify(body)}\n`
  const more = `console.log('genuine', event.event)
try { verifyWebhook(request.headers, rawBody + ' ', process.env.SECRET) } catch { console.log('refused') }`
  const code = verifyInJs.replace('\n\n', `\n${given}`) + more
  const printed = await runFile(process.execPath, 'verify.mjs', code, 'refused')
  expect(printed).toContain('genuine webhook.test')
})

onUnix('the verification in Python does, too', async () => {
  const judge = (text: string, stamp: number) =>
    `print(is_genuine({**h, "webhook-timestamp": str(int(h["webhook-timestamp"]) + ${stamp})}, ${text}, s))`
  const given = `h = ${JSON.stringify(headers)}\nb = ${JSON.stringify(body)}.encode()\ns = "${secret}"\n`
  const calls = [judge('b', 0), judge('b + b" "', 0), judge('b', -600), 'print("end")'].join('\n')
  const printed = await runFile(
    'python3',
    'verify.py',
    `${verifyInPython}\n${given}${calls}`,
    'end\n', // with its line end, which may come on its own
  )
  if (printed !== null) expect(printed).toBe('True\nFalse\nFalse\nend\n')
})
