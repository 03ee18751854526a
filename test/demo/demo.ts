import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pc from 'picocolors'
import { Webhook } from 'standardwebhooks'
import {
  createClient,
  sendFile,
  type Analysis,
  type Client,
  type Content,
  type CreatedKey,
  type Project,
  type Transcript,
  type UploadSession,
} from '../support/path-client.ts'
import { createEarshot, type ExportFormat } from '../../service/client/index.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { createSteps } from './steps.ts'

/**
 * The main job on a real recording, offline, through the door that everybody uses, step by step and
 * each with its time. Ends with 0 only where all of them did what they should. `npm run egress` watches it.
 */
const clip = path.join(
  import.meta.dirname,
  '../../node_modules/nodejs-whisper/cpp/whisper.cpp/samples/jfk.mp3',
)
const said = 'ask not what your country can do for you'
const expectedEvents = ['transcription.completed', 'content_analysis.completed']
const formats: ExportFormat[] = ['json', 'txt', 'srt', 'vtt', 'md', 'docx']

const folder = await mkdtemp(path.join(tmpdir(), 'earshot-demo-'))
const receiver = await startReceiver()
const { step, finish } = createSteps(11)
let service: ServiceProcess | undefined
let isDone = false
try {
  await runDemo()
  isDone = true
} catch (error) {
  process.stdout.write(`${pc.red(error instanceof Error ? error.message : String(error))}\n`)
} finally {
  await service?.stop()
  await receiver.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = finish(isDone) ? 0 : 1

async function runDemo(): Promise<void> {
  const started = await step('start the service', async () => {
    const running = await startService()
    return { value: running, lines: [running.baseUrl] }
  })
  const { client, project, key } = await step('create a project and an API key', () =>
    createProjectAndKey(started),
  )
  const secret = await step('register a webhook', () => registerWebhook(client))
  const content = await step('upload a recording', () => upload(client, project))
  await step('transcribe it', () => readTranscript(client, content))
  await step('analyze it', () => readAnalysis(client, content))
  await step('find it', () => findIt(client, content))
  await step('ask about it', () => askAboutIt(client, project))
  await step('export it', () => exportIt({ baseUrl: started.baseUrl, apiKey: key }, content))
  await step('receive the signed webhooks', () => verifyDeliveries(secret))
  await step('stop the service', async () => {
    const code = await started.stop()
    if (code !== 0) throw new Error(`The service ended with ${code}.`)
    return { value: code, lines: [] }
  })
}

async function startService(): Promise<ServiceProcess> {
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, receiver.authority)
  service = await startServiceProcess(path.join(folder, 'data'), {
    EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
  })
  return service
}

async function createProjectAndKey({ client: owner, baseUrl }: ServiceProcess) {
  const project = await owner.post<Project>('/v1/projects', {
    name: 'Speeches',
    settings: { auto_analyze: true },
  })
  const { key } = await owner.post<CreatedKey>('/v1/api-keys', { name: 'Demo' })
  // From here on as any program would: with its own key.
  const client = createClient({ baseUrl, token: key })
  return { value: { client, project, key }, lines: [`${project.name} (${project.id})`] }
}

async function registerWebhook(client: Client) {
  const url = receiver.url('/hooks', '127.0.0.1')
  const { secret } = await client.post<{ secret: string }>('/v1/webhooks', {
    url,
    events: expectedEvents,
  })
  return { value: secret, lines: [url] }
}

async function upload(client: Client, project: Project) {
  const { size } = await stat(clip)
  const address = `/v1/projects/${project.id}/content`
  const session = await client.post<UploadSession>(`${address}/upload-url`, {
    filename: path.basename(clip),
    content_type: 'audio/mpeg',
    size_bytes: size,
  })
  await sendFile(session, { path: clip, sizeBytes: size }, () => undefined)
  const content = await client.post<Content>(`${address}/${session.content_id}/upload-complete`)
  return { value: content, lines: [`${content.filename}, ${size} bytes, ${content.id}`] }
}

async function readTranscript(client: Client, { project_id, id }: Content) {
  const address = `/v1/projects/${project_id}/content/${id}`
  const done = await until('the transcript', async () => {
    const content = await client.get<Content>(address)
    if (content.status === 'failed') throw new Error(JSON.stringify(content.error))
    return content.status === 'completed' ? content : null
  })
  const { text, word_count } = await client.get<Transcript>(`${address}/transcript`)
  const plain = text.toLowerCase().replaceAll(/[^a-z ]/g, '')
  if (!plain.includes(said)) throw new Error(`The words "${said}" are not in: ${text}`)
  return { value: done, lines: [`“${text}”`, `${word_count} words, ${done.duration_seconds} s`] }
}

async function readAnalysis(client: Client, { project_id, id }: Content) {
  const address = `/v1/projects/${project_id}/content/${id}/analyses`
  const done = await until('the analysis', async () => {
    const [latest] = await client.list<{ id: string }>(address)
    const analysis = latest && (await client.get<Analysis>(`${address}/${latest.id}`))
    if (analysis?.status === 'failed') throw new Error(JSON.stringify(analysis.error))
    return analysis?.status === 'completed' ? analysis : null
  })
  const summary = done.result?.['summary']
  if (typeof summary !== 'string' || summary === '') throw new Error('The analysis has no summary.')
  return { value: done, lines: [`${done.prompt_name}, by ${done.model_used}`, `“${summary}”`] }
}

async function findIt(client: Client, { id }: Content) {
  const hits = await client.list<{ id: string; highlight: string }>('/v1/search/content?q=country')
  const hit = hits.find((found) => found.id === id)
  if (!hit?.highlight.includes('<mark>')) throw new Error('The recording was not found.')
  return { value: hit, lines: [hit.highlight.replaceAll(/\s+/g, ' ')] }
}

async function askAboutIt(client: Client, { id }: Project) {
  const question = 'What should you ask?'
  const { answer, quotes } = await client.post<{ answer: string | null; quotes: unknown[] }>(
    `/v1/projects/${id}/ask`,
    { question },
  )
  if (answer === null || quotes.length === 0) throw new Error(`Not answered: ${question}`)
  return { value: answer, lines: [`${question} “${answer}”`] }
}

async function exportIt(as: { baseUrl: string; apiKey: string }, { project_id, id }: Content) {
  const earshot = createEarshot(as)
  const sizes: string[] = []
  for (const format of formats) {
    const exported = await earshot.exportTranscript(
      { projectId: project_id, contentId: id },
      { format },
    )
    if (exported.blob.size <= 50) throw new Error(`The ${format} holds nothing.`)
    sizes.push(`${format} ${exported.blob.size} bytes`)
  }
  return { value: sizes, lines: [sizes.join(', ')] }
}

/** Checks each delivery with the official verifier of Standard Webhooks, as its receiver would. */
async function verifyDeliveries(secret: string) {
  await until('the webhooks', async () => (receiver.requests.length >= 2 ? true : null))
  const webhook = new Webhook(secret)
  const events = receiver.requests.map(({ body, headers }: Receiver['requests'][number]) => {
    const event = webhook.verify(body.toString(), headers) as { event: string } // throws if forged
    return event.event
  })
  const missing = expectedEvents.filter((name) => !events.includes(name))
  if (missing.length > 0) throw new Error(`Not received: ${missing.join(', ')}`)
  return { value: events, lines: events.map((name) => `${name}: signature verified`) }
}

/** Asks ten times a second, for five minutes at most: seconds on a machine that does nothing else. */
async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + 300_000
  while (performance.now() < deadline) {
    const answer = await ask()
    if (answer !== null) return answer
    await pause(100)
  }
  throw new Error(`Gave up waiting for ${what}.`)
}
