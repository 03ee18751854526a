/** Language models by their name on the hub: looked at, pinned, fetched, and refused where they are not what they were. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../../service/config.ts'
import { parseHubName } from '../../../../service/engine/models/hub.ts'
import { startTestApp, type Answer, type TestApp } from '../../../support/app.ts'
import { temporaryFolder } from '../../../support/folders.ts'
import { scriptedWriter } from '../../../support/engine.ts'
import { startModelHub, type ModelHub } from '../../../support/model-hub.ts'

const script = path.join(import.meta.dirname, '../../../../models/prepare.ts')
const content = Buffer.concat([Buffer.from('GGUF'), randomBytes(999_996)])
const id = 'hf-ada-small-small'

let hub: ModelHub
let app: TestApp
beforeAll(async () => {
  hub = await startModelHub(content)
  const speed = { read_tokens_per_second: 130, written_tokens_per_second: 9 }
  const writer = { ...scriptedWriter(), measure: async () => speed }
  app = await startTestApp({ writer, env: { EARSHOT_MODEL_HUB: hub.url } })
})
afterAll(async () => {
  await app.stop()
  await hub.stop()
})
afterEach(async () => {
  hub.answer = null
  await app.call('POST', `/v1/models/${id}/cancel`)
  await app.call('DELETE', `/v1/models/${id}`)
  hub.requests = []
})

const add = (hub_name: string) => app.call('POST', '/v1/models', { body: { hub_name } })
const find = async () => (await app.call('GET', `/v1/models/${id}`)).body.data
const install = () => app.call('POST', `/v1/models/${id}/install`)
const file = () => path.join(app.dataDir, 'models', `${id}.gguf`)
const refusal = ({ status, body }: Answer) => [status, body.error.code]

test('a model is added by its name with size, licence and hash, and fetched when asked for', async () => {
  const { status, body } = await add('hf:ada/small/small.gguf')
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    ...{ id, kind: 'language-model', bytes: content.length, licence: 'apache-2.0' },
    ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), is_installed: false },
  })
  expect(hub.requests.filter((text) => !text.endsWith('bytes=0-3'))).toEqual([
    '/api/models/ada/small?blobs=true',
  ])
  await install()
  await expect.poll(async () => (await find()).state.status).toBe('installed')
  expect(await readFile(file())).toEqual(content)
  expect(await find()).toMatchObject({ is_installed: true, is_removable: true })
  // 13,000 tokens of talk and 900 of answers.
  const speed = { written_tokens_per_second: 9, minutes_per_hour: 3.3 }
  await expect.poll(async () => (await find()).writing_speed).toMatchObject(speed)
  await app.call('DELETE', `/v1/models/${id}`)
  expect((await app.call('GET', `/v1/models/${id}`)).status).toBe(404)
})

test('a download that is cut goes on where it stopped', async () => {
  await add('ada/small/small.gguf')
  hub.answer = (_request, response: ServerResponse) => {
    hub.answer = null
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, 400_000), () => response.destroy())
  }
  await install()
  await expect.poll(async () => (await find()).state.status).toBe('installed')
  expect(hub.requests.at(-1)).toMatch(/^\/ada\/small\/files\/small\.gguf bytes=[1-9]\d*-$/)
  expect(await readFile(file())).toEqual(content)
})

test('another file than the one that was looked at is not kept', async () => {
  await add('ada/small/small.gguf')
  hub.answer = (_request, response) => response.end(randomBytes(content.length))
  await install()
  await expect.poll(async () => (await find()).state.problem?.code).toBe('wrong_file')
  expect(await readdir(path.dirname(file()))).not.toContain(path.basename(file()))
})

test('what is not given to everybody, is no GGUF or not there is refused with what to do', async () => {
  const gated = await add('ada/gated/small.gguf')
  expect(refusal(gated)).toEqual([422, 'hub_file_refused'])
  expect(gated.body.error.message).toContain('sign in')
  const other = await add('ada/small/other.gguf')
  expect(refusal(other)).toEqual([422, 'hub_file_refused'])
  expect(other.body.error.message).toContain('not GGUF')
  const none = await add('ada/small/none.gguf')
  expect(refusal(none)).toEqual([422, 'hub_file_refused'])
  expect(none.body.error.message).toContain('small.gguf')
  expect(refusal(await add('ada/nowhere/none.gguf'))).toEqual([422, 'hub_file_refused'])
  expect(refusal(await add('https://example.org/small.gguf'))).toEqual([400, 'validation_error'])
  const { body } = await app.call('GET', '/v1/models?limit=100')
  expect(body.data.filter((one: { id: string }) => one.id.startsWith('hf-'))).toEqual([])
})

test('a model that the catalogue has keeps its id and hash, and nobody is asked', async () => {
  const { body } = await add('hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf')
  expect(body.data.id).toBe('qwen3-4b')
  expect(hub.requests).toEqual([])
})

test('a model of the catalogue without a hash is pinned when it is installed', async () => {
  const at = '/v1/models/qwen3.5-2b'
  const read = async () => (await app.call('GET', at)).body.data
  expect(await read()).toMatchObject({ bytes: null, sha256: null, is_installed: false })
  await app.call('POST', `${at}/install`)
  await expect.poll(async () => (await read()).state.status).toBe('installed')
  const installed = await read()
  expect(installed).toMatchObject({ bytes: content.length, name: 'Qwen3.5 2B (Q4_K_M)' })
  const { body } = await app.call('GET', '/v1/models?limit=100')
  expect(body.data.filter((one: { id: string }) => one.id === 'qwen3.5-2b')).toEqual([installed])
  await app.call('DELETE', at)
  expect(await read()).toMatchObject({ bytes: null, is_installed: false })
})

test('a hub that cannot be reached is said', async () => {
  const away = await startModelHub(content)
  const one = await startTestApp({ env: { EARSHOT_MODEL_HUB: away.url } })
  await away.stop()
  const body = { hub_name: 'ada/small/small.gguf' }
  expect(refusal(await one.call('POST', '/v1/models', { body }))).toEqual([503, 'hub_unavailable'])
  await one.stop()
})

test('the command line shows what the hub tells, then fetches', async () => {
  const dataDir = await temporaryFolder()
  const run = (...args: string[]) => {
    const env = { ...process.env, EARSHOT_DATA_DIR: dataDir, EARSHOT_MODEL_HUB: hub.url }
    return promisify(execFile)(process.execPath, [script, ...args], { env })
  }
  const { stdout, stderr } = await run('install', 'hf:ada/small/small.gguf', '--json')
  expect(stderr).toMatch(new RegExp(`^${id}: 1.0 MB, licence apache-2.0, SHA-256 [0-9a-f]{64}`))
  expect(await readFile(JSON.parse(stdout).path)).toEqual(content)
  expect((await run('list')).stdout).not.toContain('smollm2')
  // Without a name, what suits this machine; the hub of this test has none of the catalogue's.
  await expect(run('install')).rejects.toThrow(/suits this machine[^]*The hub has no/)
})

test.each([
  [
    'hf:owner/repo/deep/er/file.Q4_K_M.gguf',
    { repo: 'owner/repo', file: 'deep/er/file.Q4_K_M.gguf' },
  ],
  ['owner/repo/file.gguf', { repo: 'owner/repo', file: 'file.gguf' }],
  ['owner/repo/../file.gguf', undefined],
  ['owner/repo/file.safetensors', undefined],
  ['owner/file.gguf', undefined],
])('of the name %s', (text, name) => expect(parseHubName(text)).toEqual(name))

test('a hub on another machine is believed by https alone', () => {
  const env = { EARSHOT_DATA_DIR: app.dataDir }
  expect(() => readConfig({ ...env, EARSHOT_MODEL_HUB: 'http://hub.example.org' })).toThrow('https')
  const mirror = readConfig({ ...env, EARSHOT_MODELS_MIRROR: 'http://mirror.example.org' })
  expect(mirror.modelHub).toBeNull()
})
