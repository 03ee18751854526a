import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unseal } from '../../../service/core/secrets.ts'
import type { Tx } from '../../../service/db/database.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { recordNotice } from '../../../service/features/notices/notices.ts'
import { givenAction, writerOfTasks } from '../../support/actions.ts'
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts'
import { openTestDatabase } from '../../support/database.ts'
import { scriptedTranscriber } from '../../support/engine.ts'
import {
  givenPaused,
  givenQueued,
  reopenAnalysis,
  givenProject,
  givenRecording,
  givenSession,
  givenUpload,
} from '../../support/factory.ts'
import { givenOrphan } from '../../support/orphans.ts'
import { givenInvitation, givenMember } from '../../support/people.ts'
import { copyRecording } from '../../support/recordings.ts'
import { ollama, startModelServer, type TestModelServer } from '../../support/model-server.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { twoPeople } from '../../support/voices.ts'
import { table } from './authorization-table.ts'

// The rule that lets an Idempotency-Key survive a kill: the transaction of a POST or PATCH returns
// exactly what becomes `data`, so that what is kept at its commit is the answer. Every such route is
// called here; a new one without a recipe, or one that breaks the rule, fails.

type Committed = { status: number | null; data: unknown; body_sealed: string | null }
type Request = { path: string; body?: object }

let app: TestApp
let receiver: Receiver
/** A transcribed recording, which the others are copies of. */
let sourceId: string
let modelServer: TestModelServer
/** What transactions of the request left under its key, as they committed. */
const committed = new Map<Tx, Committed>()
let operations: { method: string; path: string; id: string }[] = []

beforeAll(async () => {
  const db = await openTestDatabase()
  const hookFirstCommit: OpenedDb['hookFirstCommit'] = (hook, fn) =>
    db.hookFirstCommit(async (tx, result) => {
      await hook(tx, result)
      const key = await tx
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('state', '=', 'committed')
        .executeTakeFirst()
      // A request without a key has a hook of its entry in the audit log alone.
      if (!key) return
      const text = unseal(app.deps.keys.idempotency, key.body_sealed ?? '')
      committed.set(tx, { ...key, data: JSON.parse(text) })
    }, fn)
  receiver = await startReceiver()
  modelServer = await startModelServer(ollama(() => '{}'))
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: writerOfTasks(),
    db: { ...db, hookFirstCommit },
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' },
    webhookAuthorities: [receiver.authority],
  })
  operations = await listWrites()
  sourceId = await givenRecording(app, (await givenProject(app)).id)
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
  await modelServer.stop()
})

async function listWrites() {
  const { body } = await app.call('GET', '/v1/openapi.json')
  const paths: Record<
    string,
    Record<string, { operationId: string; parameters?: object[] }>
  > = body.paths
  const key = { $ref: '#/components/parameters/Idempotency-Key' }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Without an API key there is no Idempotency-Key either, nor where no answer may be kept.
      .filter(([method, { parameters = [] }]) => {
        return isWrite(method) && parameters.some((one) => isDeepStrictEqual(one, key))
      })
      .map(([method, { operationId: id }]) => ({ method: method.toUpperCase(), path, id })),
  )
}
const isWrite = (method: string) => ['post', 'patch'].includes(method)

const post = async (path: string, body?: object) => {
  const answer = await app.call('POST', path, body && { body })
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const project = async () => `/v1/projects/${(await givenProject(app)).id}`
const recording = async () => {
  const { id } = await givenProject(app)
  return `/v1/projects/${id}/content/${await copyRecording(app, sourceId, id)}`
}
/** A transcript of two people, and its first segment. */
const transcript = async () => {
  const path = `${await recording()}/transcript`
  const [segment] = (await app.call('GET', path)).body.data.segments
  return { path, id: segment.id as string }
}
const paused = async () => {
  const { id } = await givenProject(app)
  return `/v1/projects/${id}/content/${await givenPaused(app, id, sourceId)}`
}
const queued = async () => {
  const { id } = await givenProject(app)
  return `/v1/projects/${id}/content/${await givenQueued(app, id, sourceId)}`
}
/** In processing, with no worker at it. */
const waiting = async () => {
  const path = await paused()
  await app.deps.db.sql
    .updateTable('content')
    .set({ stage: 'queued' })
    .where('status', '=', 'processing')
    .execute()
  return path
}
const webhook = async () => {
  const { id } = await post('/v1/webhooks', { url: receiver.url('/'), events: ['*'] })
  return `/v1/webhooks/${id}`
}
const prompt = { name: 'Short', template: 'Sum up: {{transcript}}' }
const givenNotice = async () => {
  const { id: organizationId } = (await app.call('GET', '/v1/org')).body.data
  await app.deps.db.transaction((tx) =>
    recordNotice(app.deps, tx, {
      organizationId,
      kind: 'webhook_disabled',
      title: 'A webhook was switched off',
      body: 'Nothing has arrived there for five days.',
      link: null,
    }),
  )
}
const someone = () => ({ email: `${randomUUID()}@example.org` })

/** How each operation is called, and what it needs to be there before. */
const passphrase = 'seven otters cross the old bridge'

const recipes: Record<string, () => Promise<Request> | Request> = {
  updateOrganization: () => ({ path: '/v1/org', body: { name: 'Example' } }),
  // It is in the catalogue already, so that nobody is asked.
  addModel: () => ({
    path: '/v1/models',
    body: { hub_name: 'hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf' },
  }),
  // It is here, so that nothing is fetched.
  installModel: () => ({ path: '/v1/models/silero-vad/install' }),
  cancelModel: () => ({ path: '/v1/models/silero-vad/cancel' }),
  verifyModel: () => ({ path: '/v1/models/silero-vad/verify' }),
  connectModelServer: () => ({
    path: '/v1/model-servers',
    body: { base_url: modelServer.baseUrl },
  }),
  addWatchedFolder: async () => ({
    path: '/v1/watched-folders',
    body: { project_id: (await givenProject(app)).id, path: import.meta.dirname },
  }),
  scanWatchedFolder: async () => {
    const body = { project_id: (await givenProject(app)).id, path: import.meta.dirname }
    return { path: `/v1/watched-folders/${(await post('/v1/watched-folders', body)).id}/scan` }
  },
  addCalendar: () => ({ path: '/v1/calendars', body: { ics: 'BEGIN:VCALENDAR' } }),
  refreshCalendar: async () => ({
    path: `/v1/calendars/${(await post('/v1/calendars', { ics: 'BEGIN:VCALENDAR' })).id}/refresh`,
  }),
  updateCalendar: async () => ({
    path: `/v1/calendars/${(await post('/v1/calendars', { ics: 'BEGIN:VCALENDAR' })).id}`,
    body: { name: 'Work' },
  }),
  recordModelFigures: () => ({
    path: '/v1/model-figures',
    body: {
      model: 'built-in',
      meetings: 1,
      action_items: { listed: 0, precision: null, recall: 0 },
      decisions: { listed: 0, precision: null, recall: 0 },
      open_questions: { listed: 0, precision: null, recall: 0 },
      summary: { rouge_1: 0, lexrank_rouge_1: 0.2 },
      seconds_per_hour: 0,
    },
  }),
  createApiKey: () => ({ path: '/v1/api-keys', body: { name: 'CI', scopes: ['read'] } }),
  createProject: () => ({ path: '/v1/projects', body: { name: 'Calls' } }),
  updateProject: async () => ({ path: await project(), body: { name: 'Changed' } }),
  createUpload: async () => ({
    path: `${await project()}/content/upload-url`,
    body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 5 },
  }),
  completeUpload: async () => {
    const { id } = await givenProject(app)
    return { path: `/v1/projects/${id}/content/${await givenUpload(app, id)}/upload-complete` }
  },
  createUploadParts: async () => {
    const { id } = await givenProject(app)
    return { path: `/v1/projects/${id}/content/${await givenSession(app, id)}/upload-parts` }
  },
  updateContent: async () => ({ path: await recording(), body: { title: 'Budget' } }),
  trashContent: async () => ({ path: `${await recording()}/trash` }),
  restoreContent: async () => {
    const path = await recording()
    await post(`${path}/trash`)
    return { path: `${path}/restore` }
  },
  trashProject: async () => ({ path: `${await project()}/trash` }),
  restoreProject: async () => {
    const path = await project()
    await post(`${path}/trash`)
    return { path: `${path}/restore` }
  },
  trashPrompt: async () => ({
    path: `/v1/prompts/${(await post('/v1/prompts', prompt)).id}/trash`,
  }),
  restorePrompt: async () => {
    const path = `/v1/prompts/${(await post('/v1/prompts', prompt)).id}`
    await post(`${path}/trash`)
    return { path: `${path}/restore` }
  },
  reprocessContent: async () => ({
    path: `${await recording()}/reprocess`,
    body: { language: 'de', translate_to_english: true },
  }),
  pauseContent: async () => ({ path: `${await waiting()}/pause` }),
  resumeContent: async () => ({ path: `${await paused()}/resume` }),
  prioritizeContent: async () => ({ path: `${await queued()}/prioritize` }),
  pauseQueue: () => ({ path: '/v1/queue/pause' }),
  tryGraphics: () => ({ path: '/v1/machine/try-graphics' }),
  resumeQueue: () => ({ path: '/v1/queue/resume' }),
  cancelContent: async () => ({ path: `${await paused()}/cancel` }),
  encryptLibrary: () => ({ path: '/v1/encryption', body: { passphrase } }),
  changeEncryption: () => ({ path: '/v1/encryption', body: { passphrase } }),
  rekeyLibrary: () => ({ path: '/v1/encryption/rekey', body: { passphrase } }),
  lockLibrary: () => ({ path: '/v1/encryption/lock' }),
  unlockLibrary: () => ({ path: '/v1/encryption/unlock', body: { passphrase } }),
  renewRecoveryCode: () => ({ path: '/v1/encryption/recovery-code' }),
  startRecovery: () => ({ path: '/v1/recovery', body: { action: 'try_again' } }),
  startVerification: async () => ({ path: '/v1/verify' }),
  createBackup: () => ({ path: '/v1/backups', body: {} }),
  takeInOrphan: async () => ({ path: `/v1/orphans/${await givenOrphan(app)}/take-in` }),
  importTranscript: async () => ({
    path: `${(await transcript()).path}/import`,
    body: {
      content_type: 'text/plain',
      text: 'Mary: We will send the contract on Friday.\nTom: That is far too late for us.\nMary: Then take it on Monday.',
    },
  }),
  updateSegment: async () => {
    const { path, id } = await transcript()
    return { path: `${path}/segments/${id}`, body: { text: 'Changed.', speaker: 'Mary' } }
  },
  splitSegment: async () => {
    const { path, id } = await transcript()
    return { path: `${path}/segments/${id}/split`, body: { word_index: 2 } }
  },
  updateSpeaker: async () => {
    const { path } = await transcript()
    return { path: `${path}/speakers/speaker_1`, body: { name: 'Mary' } }
  },
  mergeSpeakers: async () => {
    const { path } = await transcript()
    return { path: `${path}/speakers/speaker_2/merge`, body: { into: 'speaker_1' } }
  },
  splitSpeaker: async () => {
    const { path, id } = await transcript()
    return { path: `${path}/speakers/speaker_1/split`, body: { segment_ids: [id] } }
  },
  restoreTranscriptVersion: async () => {
    const { path, id } = await transcript()
    await app.call('PATCH', `${path}/segments/${id}`, { body: { text: 'Changed.' } })
    return { path: `${path}/versions/1/restore` }
  },
  analyzeContent: async () => ({ path: `${await recording()}/analyze`, body: {} }),
  cancelAnalysis: async () => {
    const { analysis_id: id } = await post(`${await recording()}/analyze`)
    await app.idle()
    await reopenAnalysis(app, id)
    return { path: `/v1/analyses/${id}/cancel` }
  },
  tryPrompt: async () => ({
    path: `${await recording()}/try-prompt`,
    body: { template: prompt.template, result_language: 'es' },
  }),
  generateInsights: async () => ({ path: `${await project()}/insights/generate`, body: {} }),
  updateAction: async () => {
    const { id } = await givenProject(app)
    const path = `/v1/projects/${id}/actions/${await givenAction(app, id)}`
    return { path, body: { is_done: true } }
  },
  askLibrary: async () => ({ path: '/v1/ask', body: { question: 'Who?' } }),
  askQuestion: async () => ({ path: `${await project()}/ask`, body: { question: 'Who?' } }),
  createPrompt: () => ({ path: '/v1/prompts', body: prompt }),
  describePromptFields: () => ({
    path: '/v1/prompts/fields',
    body: { template: prompt.template },
  }),
  updatePrompt: async () => ({
    path: `/v1/prompts/${(await post('/v1/prompts', prompt)).id}`,
    body: { name: 'Shorter' },
  }),
  createWebhook: () => ({
    path: '/v1/webhooks',
    body: { url: receiver.url('/'), events: ['*'] },
  }),
  updateWebhook: async () => ({ path: await webhook(), body: { is_active: false } }),
  rotateWebhookSecret: async () => ({ path: `${await webhook()}/rotate-secret` }),
  testWebhook: async () => ({ path: `${await webhook()}/test` }),
  retryWebhookDelivery: async () => {
    const path = await webhook()
    const { id } = await post(`${path}/test`)
    return { path: `${path}/deliveries/${id}/retry` }
  },
  createInvitation: () => ({ path: '/v1/invitations', body: someone() }),
  resendInvitation: async () => {
    const { id } = await givenInvitation(app, someone())
    app.clock.advance(61_000)
    return { path: `/v1/invitations/${id}/resend` }
  },
  updateMember: async () => {
    const { memberId } = await givenMember(app, someone())
    return { path: `/v1/members/${memberId}`, body: { role: 'admin' } }
  },
  updateNotice: async () => {
    await givenNotice()
    const [notice] = (await app.call('GET', '/v1/notices')).body.data
    return { path: `/v1/notices/${notice.id}`, body: { read: true } }
  },
  readAllNotices: async () => {
    await givenNotice()
    return { path: '/v1/notices/read-all' }
  },
  createOrganization: async () => ({
    path: '/v1/organizations',
    body: { name: 'North', owner_email: 'nora@example.org' },
  }),
  replayEvent: async () => {
    await webhook()
    const { data } = (await app.call('GET', '/v1/events?limit=1')).body
    return { path: `/v1/events/${data[0].id}/replay`, body: {} }
  },
}

/** What only computes: nothing is committed, so a repeat after a kill computes the same again. */
const savesNothing = new Set(['describePromptFields'])

/** Further calls of an operation that answers in more than one way. */
const others: Record<string, () => Promise<Request>> = {
  'updateSegment that changes nothing': async () => {
    const { path, id } = await transcript()
    return { path: `${path}/segments/${id}`, body: { speaker_id: 'speaker_1' } }
  },
  'restoreTranscriptVersion of the current one': async () => ({
    path: `${(await transcript()).path}/versions/1/restore`,
  }),
  'pauseContent of a paused one': async () => ({ path: `${await paused()}/pause` }),
  'reprocessContent without a body': async () => ({ path: `${await recording()}/reprocess` }),
  'analyzeContent of an analysis that is there': async () => {
    const path = `${await recording()}/analyze`
    await post(path, {})
    await app.idle()
    return { path, body: {} }
  },
}

test('there is a recipe for every POST and PATCH', () => {
  expect(operations.length).toBeGreaterThan(15)
  expect(Object.keys(recipes).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

test('what is kept at the commit of every POST and PATCH is its answer', async () => {
  for (const [name, recipe] of Object.entries({ ...recipes, ...others })) {
    const operation = operations.find(({ id }) => id === name.split(' ')[0])
    if (!operation) throw new Error(`No operation ${name}`)
    // On a database server these are refused.
    if (app.deps.db.isShared && table[operation.id]?.concerns === 'library') continue
    await check(name, operation.method, await recipe())
    // A backup takes seconds of another process, which nothing here looks at.
    await app.deps.backupRuns.cancel()
  }
}, 120_000)

async function check(name: string, method: string, { path, body }: Request): Promise<void> {
  await app.deps.db.sql.deleteFrom('idempotency_keys').execute()
  committed.clear()
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => app.call(method, path, { headers, ...(body && { body }) })
  const answer = await send()
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  expect(committed.size, `${name}: transactions that say what was done`).toBe(
    savesNothing.has(name) ? 0 : 1,
  )
  if (savesNothing.has(name)) return expect((await send()).body, name).toEqual(answer.body)
  const { status, data, body_sealed } = [...committed.values()][0] ?? { status: null, data: null }
  expect({ status, data }, name).toEqual({ status: answer.status, data: answer.body.data })

  // As a kill between the commit and the answer leaves it.
  const killed = { state: 'committed' as const, status, body_sealed: body_sealed ?? null }
  await app.deps.db.sql.updateTable('idempotency_keys').set(killed).execute()
  expectReplay(name, await send(), answer)
}

function expectReplay(name: string, again: Answer, first: Answer): void {
  expect(again.headers.get('idempotent-replayed'), name).toBe('true')
  expect(again.status, name).toBe(first.status)
  expect(again.body.data, name).toEqual(first.body.data)
  expect(again.body.meta.request_id, name).not.toBe(first.body.meta.request_id)
}
