import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { runInThisContext } from 'node:vm'
import { Webhook as Signer } from 'standardwebhooks'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEarshot, type Earshot } from '../../service/client/index.ts'
import { shortestClip } from '../support/models.ts'
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { blocksOf } from './code-blocks.ts'

const root = path.join(import.meta.dirname, '../..')
const engines = path.join(root, 'test/support/serve-with-scripted-engine.ts')
const recipes = await readFile(path.join(root, 'service/docs/webhook-recipes.md'), 'utf8')
const [payload = ''] = blocksOf(recipes, 'json')
const [sendTest = '', makeCertificate = ''] = blocksOf(recipes, 'sh')
const [receive = '', slackCode = '', notionCode = '', n8nCode = '', zapierCode = ''] = blocksOf(
  recipes,
  'js',
)
const event = 'content_analysis.completed'

// What Slack would take for commands, then a place to be cut that is amid an &amp;, and more characters and bytes
// than Notion takes at once.
const said = `Tell <!channel> & <@U1>. ${'&'.repeat(700)} ${`${'語'.repeat(90)}😀 `.repeat(2_000)}`
const tasks = [{ task: 'Ask <!here>', owner: 'R&D' }, { task: 'Call Paul' }]

type Posted = { headers: IncomingHttpHeaders; path: string | undefined; body: unknown }
type StandIn = { url: string; posted: Posted[]; answer: { status: number }; server: Server }

/** A program that catches what is posted to it. */
async function startStandIn(): Promise<StandIn> {
  const posted: Posted[] = []
  const answer = { status: 200 }
  const server = createServer(async (incoming, response) => {
    const { headers, url } = incoming
    posted.push({ headers, path: url, body: await json(incoming) })
    response.writeHead(answer.status).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, posted, answer, server }
}

/** Starts a recipe as a reader would, but for the addresses; resolves to the one it prints. */
function startRecipe(name: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', KEY: readingKey, PORT: '0', ...env },
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`${name} ended with ${code}: ${errors}`)))
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve(line.replace('Receiving at ', '')),
    )
  })
}

let folder: string
let service: ServiceProcess
let earshot: Earshot
let readingKey: string
let slack: StandIn
let notion: StandIn
let hooks: Receiver
let authority: string
const children: ChildProcess[] = []
const webhooks: Record<string, { id: string; secret: string; url: string }> = {}

/** A webhook whose address is known only once somebody with its secret listens there. */
async function addWebhook(
  name: string,
  start: (secret: string) => Promise<string> | string,
  include_result = true,
) {
  const { data } = await earshot.createWebhook({
    body: { url: 'https://127.0.0.1:8443/', events: [event], include_result },
  })
  const url = await start(data.secret)
  await earshot.updateWebhook({ path: { webhookId: data.id }, body: { url } })
  webhooks[name] = { id: data.id, secret: data.secret, url }
}

const hookOf = (name: string) => webhooks[name] ?? { id: '', secret: '', url: '' }

async function analyseRecording(): Promise<void> {
  const { data: project } = await earshot.createProject({ body: { name: 'Calls' } })
  const file = await openAsBlob(shortestClip)
  const { id } = await earshot.upload(project.id, file, { filename: 'R&D <!here>.m4a' })
  await earshot.waitForTranscript({ projectId: project.id, contentId: id })
  const prompt = { name: 'Meeting', template: '{{transcript}}', output_schema: { type: 'object' } }
  const { data: made } = await earshot.createPrompt({ body: prompt })
  const where = { projectId: project.id, contentId: id }
  await earshot.analyzeContent({ path: where, body: { prompt_id: made.id } })
}

/** Sends an event to a recipe as Earshot does, signed with this secret; resolves to the status. */
async function deliver(
  name: string,
  secret: string,
  id: string,
  more: object = { is_test: true, data: {} },
): Promise<number> {
  const body = JSON.stringify({ id, event, ...more })
  const now = new Date()
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  }
  const dispatcher = new Agent({ connect: { ca: authority } })
  const { url } = hookOf(name)
  const answer = await request(url, { method: 'POST', headers, body, dispatcher })
  await answer.body.dump()
  await dispatcher.close()
  return answer.statusCode
}

// Shell and links as Unix has them.
describe.skipIf(process.platform === 'win32')('webhook recipes', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-recipes-'))
    for (const name of ['package.json', 'service', 'node_modules']) {
      await symlink(path.join(root, name), path.join(folder, name))
    }
    await promisify(execFile)('bash', ['-c', makeCertificate], { cwd: folder })
    authority = await readFile(path.join(folder, 'receiver.crt'), 'utf8')
    const key = await readFile(path.join(folder, 'receiver.key'), 'utf8')
    const script = path.join(folder, 'script.json')
    await writeFile(script, JSON.stringify({ words: said, found: { action_items: tasks } }))
    ;[slack, notion, hooks, service] = await Promise.all([
      startStandIn(),
      startStandIn(),
      startReceiver({ key, cert: authority }),
      startServiceProcess(
        path.join(folder, 'data'),
        {
          NODE_EXTRA_CA_CERTS: path.join(folder, 'receiver.crt'),
          EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
          EARSHOT_TEST_SCRIPT: script,
        },
        engines,
      ),
    ])
    const { baseUrl, token } = service
    earshot = createEarshot({ baseUrl, apiKey: token })
    const { data } = await earshot.createApiKey({ body: { name: 'Recipes', scopes: ['read'] } })
    readingKey = data.key
    const here = (code: string) =>
      code
        .replace('apiKey: process.env.KEY', `baseUrl: '${baseUrl}', $&`)
        .replace('https://api.notion.com', notion.url)
    await writeFile(path.join(folder, 'receive.mjs'), receive)
    await writeFile(path.join(folder, 'slack.mjs'), here(slackCode))
    await writeFile(path.join(folder, 'notion.mjs'), here(notionCode))
    await addWebhook('slack', (SECRET) =>
      startRecipe('slack.mjs', { SECRET, SLACK_URL: `${slack.url}/services/T1` }),
    )
    await addWebhook('notion', (SECRET) =>
      startRecipe('notion.mjs', { SECRET, NOTION_KEY: 'ntn_1', NOTION_PAGE: 'page_1' }),
    )
    await addWebhook('hooks', () => hooks.url('/hooks', '127.0.0.1'))
    await addWebhook('thin', () => hooks.url('/thin', '127.0.0.1'), false)
    await analyseRecording()
    await hooks.received(2)
  })
  afterAll(async () => {
    for (const child of children) child.kill()
    await service?.stop()
    await hooks?.stop()
    for (const one of [slack, notion]) one?.server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const sent = (where = '/hooks'): Received => {
    const first = hooks.requests.find((one) => one.path === where)
    if (!first) throw new Error('Nothing was delivered.')
    return first
  }
  const postedTo = async (standIn: StandIn, count: number): Promise<Posted> => {
    await expect.poll(() => standIn.posted.length).toBe(count)
    const last = standIn.posted.at(-1)
    if (!last) throw new Error('Nothing was posted.')
    return last
  }

  test('what is shown of a delivery has the shape of a real one', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shape(one)]))
        : typeof value
    expect(shape(JSON.parse(payload))).toEqual(shape(JSON.parse(String(sent('/thin').body))))
  })

  test('Slack gets title, summary and tasks, as text and no longer than it takes', async () => {
    const { body, path: where } = await postedTo(slack, 1)
    expect(where).toBe('/services/T1')
    const { text, blocks } = body as { text: string; blocks: { text: { text: string } }[] }
    const texts = blocks.map((block) => block.text.text)
    expect(text).toBe('*R&amp;D &lt;!here&gt;*')
    expect(texts[1]).toMatch(/^Tell &lt;!channel&gt; &amp; &lt;@U1&gt;\. (&amp;)+$/)
    expect(texts[2]).toContain('• Ask &lt;!here&gt; (R&amp;D)')
    expect(texts[2]).toContain('• Call Paul (nobody yet)')
    for (const one of [text, ...texts]) {
      expect(one.length).toBeGreaterThan(0)
      expect(one.length).toBeLessThanOrEqual(3_000)
      expect(one).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/)
      expect(one.isWellFormed()).toBe(true)
    }
    expect(texts[1]?.length).toBeGreaterThan(2_900)
  })

  test('Notion gets a page of blocks within its bounds', async () => {
    const { body, headers, path: where } = await postedTo(notion, 1)
    expect(where).toBe('/v1/pages')
    expect(headers).toMatchObject({
      authorization: 'Bearer ntn_1',
      'notion-version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    type Rich = { text: { content: string } }[]
    type Block = { type: string } & Record<string, { rich_text: Rich; checked?: boolean }>
    const page = body as {
      parent: object
      properties: { title: { title: Rich } }
      children: Block[]
    }
    expect(page.parent).toEqual({ page_id: 'page_1' })
    expect(page.properties.title.title).toEqual([{ text: { content: 'R&D <!here>' } }])
    expect(page.children.length).toBeLessThanOrEqual(100)
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(500_000)
    const contents = page.children.map((one) => {
      expect(one[one.type]?.rich_text.length).toBe(1)
      return one[one.type]?.rich_text[0]?.text.content ?? ''
    })
    for (const one of contents) {
      expect(one.length).toBeGreaterThan(0)
      expect(one.length).toBeLessThanOrEqual(2_000)
      expect(one.isWellFormed()).toBe(true)
    }
    const toDo = page.children.filter(({ type }) => type === 'to_do')
    expect(toDo.map(({ to_do }) => to_do?.checked)).toEqual([false, false])
    const transcript = contents.slice(contents.indexOf('Transcript') + 1).join(' ')
    const words = transcript.replace(/^Speaker 1: /, '')
    expect(said.startsWith(words)).toBe(true)
    expect(words.length).toBeGreaterThan(120_000)
  })

  test('the command sends a signed example, which is shown as a test; so is the plain test', async () => {
    await promisify(execFile)('bash', ['-c', sendTest], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        EARSHOT_DATA_DIR: path.join(folder, 'data'),
        WEBHOOK: hookOf('slack').id,
      },
    })
    const { body } = await postedTo(slack, 2)
    expect(body).toMatchObject({ text: `A test of ${event} from Earshot: it arrives.` })
    await earshot.testWebhook({ path: { webhookId: hookOf('notion').id } })
    const title = { title: [{ text: { content: 'A test of webhook.test from Earshot' } }] }
    expect((await postedTo(notion, 2)).body).toMatchObject({ properties: { title }, children: [] })
  })

  test('the result in the payload is taken as it came; without it, it is read; what is gone is passed over', async () => {
    const { id: _id, event: _event, ...genuine } = JSON.parse(String(sent().body))
    const { analysis, ...thin } = genuine.data
    const result = { summary: 'As it came.' }
    const as = (data: object) => ({ ...genuine, data: { ...thin, ...data } })
    const omitted = (reason: string) => as({ result_omitted: { reason, api: 'https://a.example' } })
    for (const [name, standIn] of [
      ['slack', slack],
      ['notion', notion],
    ] as const) {
      const before = standIn.posted.length
      const { secret } = hookOf(name)
      expect(await deliver(name, secret, 'evt_a', as({ analysis: { ...analysis, result } }))).toBe(
        204,
      )
      expect(await deliver(name, secret, 'evt_b', omitted('too_large'))).toBe(204)
      expect(await deliver(name, secret, 'evt_c', omitted('not_found'))).toBe(204)
      expect(standIn.posted).toHaveLength(before + 2)
      const [first, second] = standIn.posted.slice(before).map(({ body }) => JSON.stringify(body))
      expect(first).toContain(result.summary)
      expect(second).not.toContain(result.summary)
    }
  })

  test('what is forged is refused; what comes twice is passed on once; a failure is told', async () => {
    const before = slack.posted.length
    const { secret } = hookOf('slack')
    const other = `whsec_${Buffer.alloc(32, 'x').toString('base64')}`
    expect(await deliver('slack', other, 'evt_1')).toBe(401)
    expect(slack.posted.length).toBe(before)
    slack.answer.status = 500
    expect(await deliver('slack', secret, 'evt_1')).toBe(502)
    slack.answer.status = 200
    expect(await deliver('slack', secret, 'evt_1')).toBe(204)
    expect(await deliver('slack', secret, 'evt_1')).toBe(204)
    expect(slack.posted.length).toBe(before + 2)
  })

  // What later steps of a workflow find, by the names that the recipes give them.
  const summarized = {
    json: { data: { analysis: { result: { summary: expect.stringMatching(/^Tell /) } } } },
  }

  /** Runs code as the step of a workflow: the body of an async function. */
  const runStep = (code: string, globals: Record<string, unknown>, self: unknown = undefined) => {
    const names = ['require', ...Object.keys(globals)].join(', ')
    const step = runInThisContext(`(async function (${names}) {\n${code}\n})`)
    const values = [createRequire(import.meta.url), ...Object.values(globals)]
    return step.apply(self, values) as Promise<unknown>
  }

  test('n8n’s Code node takes a genuine delivery and stops at a forged one', async () => {
    const run = (bytes: Buffer, headers = sent().headers) => {
      const item = { json: { headers, params: {}, query: {}, body: JSON.parse(String(bytes)) } }
      const helpers = { getBinaryDataBuffer: async () => bytes }
      const $env = { EARSHOT_SECRET: hookOf('hooks').secret }
      return runStep(n8nCode, { $input: { all: () => [item] }, $env }, { helpers })
    }
    const { body, headers } = sent()
    expect(await run(body)).toEqual([{ json: JSON.parse(String(body)) }])
    expect(await run(body)).toMatchObject([summarized])
    await expect(run(Buffer.concat([body, Buffer.from(' ')]))).rejects.toThrow('Not from Earshot')
    const late = new Date(Date.now() - 600_000)
    const old = {
      ...headers,
      'webhook-timestamp': String(Math.floor(late.getTime() / 1_000)),
      'webhook-signature': new Signer(hookOf('hooks').secret).sign(
        String(headers['webhook-id']),
        late,
        String(body),
      ),
    }
    await expect(run(body, old)).rejects.toThrow('Not from Earshot')
  })

  test('Zapier’s code step does, too', async () => {
    const { headers } = sent()
    const run = (body: string) =>
      runStep(zapierCode, {
        inputData: {
          body,
          id: headers['webhook-id'],
          timestamp: headers['webhook-timestamp'],
          signature: headers['webhook-signature'],
          secret: hookOf('hooks').secret,
        },
      })
    const body = String(sent().body)
    expect(await run(body)).toEqual(JSON.parse(body))
    expect(await run(body)).toMatchObject(summarized.json)
    await expect(run(body.replace('completed', 'forged'))).rejects.toThrow('Not from Earshot')
  })
})
