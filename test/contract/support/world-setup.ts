import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeCertificate } from '../../support/certificates.ts'
import { haveEnginesChanged } from '../../support/changed-files.ts'
import { isNightly } from '../../support/nightly.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { createCall, until, type Call } from './call.ts'
import { shortLived, startChildService, type ChildService } from './child-service.ts'
import { shortestClip, uploadFile } from './uploads.ts'
import { verify } from './webhooks.ts'
import type { SharedRecording } from './world.ts'

/**
 * Before the suites: the service (its own, or the one that EARSHOT_BASE_URL and EARSHOT_API_KEY
 * name) and one recording that has been through everything. The returned function cleans up.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const baseUrl = process.env['EARSHOT_BASE_URL']
  const key = process.env['EARSHOT_API_KEY']
  if (!baseUrl !== !key) throw new Error('Set both EARSHOT_BASE_URL and EARSHOT_API_KEY.')
  return baseUrl && key ? useGivenService(project, baseUrl, key) : startOwnService(project)
}

async function useGivenService(project: TestProject, baseUrl: string, key: string) {
  say(`against ${baseUrl}: what needs this machine is skipped (receivers, files, restarts)`)
  const call = createCall(baseUrl, key)
  const recording = await makeRecording(call, null)
  project.provide('world', { baseUrl, key, own: null, recording })
  return async () => void (await call('DELETE', `/v1/projects/${recording.projectId}`))
}

async function startOwnService(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-contract-'))
  const receiver = await startReceiver()
  const removeAll = async () => {
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const made = await startWithRecording(folder, receiver).catch(async (error) => {
    await removeAll()
    throw error
  })
  const { service, recording, dataDir, logFile } = made
  const certificate = await makeCertificate('good')
  const own = { dataDir, logFile, certificate }
  project.provide('world', { baseUrl: service.baseUrl, key: service.key, own, recording })
  return async () => {
    await service.stop()
    await removeAll()
  }
}

const product = 'service/serve.ts'
const withoutSpeech = 'test/support/serve-with-scripted-transcriber.ts'

/** Real speech recognition is tested by test/engine and the demo; here it is used by night, and where engines changed. */
const isWithSpeech = isNightly || haveEnginesChanged()

/** With real speech recognition where that is wanted and this machine has it, else with one that always hears the same. */
async function startWithRecording(folder: string, receiver: Receiver) {
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, receiver.authority)
  for (const entry of isWithSpeech ? [product, withoutSpeech] : [withoutSpeech]) {
    const dataDir = path.join(folder, path.basename(entry, '.ts'))
    const logFile = path.join(folder, `${path.basename(entry, '.ts')}.log`)
    await mkdir(dataDir)
    const env = { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: authority }
    const service = await startChildService({ dataDir, logFile, entry, env, flags: shortLived })
    const recording = await tryRecording(service, receiver)
    if (recording) return { service, recording, dataDir, logFile }
    if (entry === product)
      say('SKIPPED the real engine: this machine has no speech model; a scripted one answers')
  }
  throw new Error('No recording could be transcribed.')
}

/** The recording, or null where the service has no model to hear it with. */
async function tryRecording({ baseUrl, key, stop }: ChildService, receiver: Receiver) {
  try {
    return await makeRecording(createCall(baseUrl, key), receiver)
  } catch (error) {
    await stop()
    if (error instanceof NoModel) return null
    throw error
  }
}

async function makeRecording(call: Call, receiver: Receiver | null): Promise<SharedRecording> {
  const body = { name: 'Contract: shared', settings: { auto_analyze: true } }
  const projectId: string = (await call('POST', '/v1/projects', { body })).body.data.id
  try {
    const webhook = receiver && (await listenTo(call, receiver))
    const contentId = await transcribe(call, projectId)
    const { id: webhookId = '', secret = '' } = webhook ?? {}
    const received = receiver ? await receivedBy(receiver, projectId, secret) : []
    if (webhook) await call('PATCH', `/v1/webhooks/${webhookId}`, { body: { is_active: false } })
    return { projectId, contentId, received, webhookId }
  } catch (error) {
    await call('DELETE', `/v1/projects/${projectId}`)
    throw error
  }
}

async function transcribe(call: Call, projectId: string): Promise<string> {
  const contentId = await uploadFile(call, projectId, shortestClip)
  const address = `/v1/projects/${projectId}/content/${contentId}`
  const completed = await call('POST', `${address}/upload-complete`)
  if (completed.status === 503) throw new NoModel(completed.body.error.message)
  await until(
    'the shared transcript and analysis',
    async () => {
      const { status, error, analyses } = (await call('GET', address)).body.data
      if (error?.code === 'model_missing') throw new NoModel(error.message)
      if (status === 'failed') throw new Error(JSON.stringify(error))
      if (analyses[0]?.status === 'failed') throw new Error(JSON.stringify(analyses[0].error))
      return status === 'completed' && analyses[0]?.status === 'completed'
    },
    120,
  )
  return contentId
}

async function listenTo(call: Call, receiver: Receiver): Promise<{ id: string; secret: string }> {
  const body = { url: receiver.url('/shared', '127.0.0.1'), events: ['*'] }
  return (await call('POST', '/v1/webhooks', { body })).body.data
}

async function receivedBy(receiver: Receiver, projectId: string, secret: string) {
  const own = () => receiver.requests.filter(({ body }) => body.includes(projectId))
  await until('the webhooks', async () =>
    own().some(({ body }) => body.includes('content_analysis.completed')),
  )
  // Judged now: when its test comes, after all other suites, the timestamps may be too old.
  return own().map(({ headers, body }) => ({
    headers,
    body: body.toString(),
    isGenuine: isGenuine(secret, { headers, body }),
  }))
}

function isGenuine(secret: string, request: Parameters<typeof verify>[1]): boolean {
  try {
    verify(secret, request)
    return true
  } catch {
    return false
  }
}

/** The service has nothing to transcribe with. */
class NoModel extends Error {}

const say = (text: string) => process.stderr.write(`contract: ${text}\n`)
