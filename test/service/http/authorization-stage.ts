import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newId } from '../../../service/core/ids.ts'
import { givenAction, writerOfTasks } from '../../support/actions.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { scriptedTranscriber } from '../../support/engine.ts'
import {
  givenKey,
  givenPaused,
  givenQueued,
  givenProject,
  givenRecording,
  givenSession,
  givenUpload,
  reopenAnalysis,
} from '../../support/factory.ts'
import { listedModel, listModels } from '../../support/model-host.ts'
import { givenFolder } from '../../support/notes-folder.ts'
import { givenBackup } from '../../support/backups.ts'
import { givenOrphan } from '../../support/orphans.ts'
import { givenReplacedLibrary } from '../../support/replaced-library.ts'
import { copyRecording } from '../../support/recordings.ts'
import { ollama, startModelServer, type TestModelServer } from '../../support/model-server.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { twoPeople } from '../../support/voices.ts'
import type { Identity } from './authorization-table.ts'
import type { Operation } from './operations.ts'

export type Stage = {
  app: TestApp
  receiver: Receiver
  modelServer: TestModelServer
  projectId: string
  /** A transcribed recording: read as it is, and copied for what changes one. */
  sourceId: string
  /** A folder on the disk in which nothing is. */
  folder: string
  /** The Authorization header of each identity. */
  credentials: Record<Identity, string | null>
  stop: () => Promise<void>
}
type Params = Record<string, string>

/** A project with all that belongs to it, and one key for each kind of caller. */
export async function openStage(): Promise<Stage> {
  const receiver = await startReceiver()
  const modelServer = await startModelServer(ollama(() => '{}'))
  const folder = await givenFolder()
  const app = await startTestApp({
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1', EARSHOT_RATE_LIMIT_FACTOR: '1000' },
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: writerOfTasks(),
    webhookAuthorities: [receiver.authority],
  })
  const { id: projectId } = await givenProject(app)
  const { id: otherId } = await givenProject(app)
  const revoked = (await app.call('POST', '/v1/api-keys', { body: { name: 'x' } })).body.data
  await app.call('DELETE', `/v1/api-keys/${revoked.id}`)
  const limits = { key_type: 'publishable', project_ids: [projectId] }
  const keys = {
    revoked: revoked.key,
    'read-only': await givenKey(app, { scopes: ['read'] }),
    publishable: await givenKey(app, limits),
    'other-project': await givenKey(app, { project_ids: [otherId] }),
    member: (await givenMember(app)).key,
    full: await givenKey(app, {}),
  }
  const headers = Object.entries(keys).map(([name, key]) => [name, `Bearer ${key}`])
  return {
    app,
    receiver,
    modelServer,
    projectId,
    sourceId: await givenRecording(app, projectId),
    folder: folder.path,
    // Every identity but these two is a key above.
    credentials: { none: null, malformed: 'Basic earshot', ...Object.fromEntries(headers) },
    stop: async () => {
      await app.stop()
      await receiver.stop()
      await modelServer.stop()
      await folder.end()
    },
  }
}

let people = 0
async function givenInvitation(app: TestApp): Promise<{ id: string; token: string }> {
  const email = `person-${++people}@example.org`
  const { body } = await app.call('POST', '/v1/invitations', { body: { email } })
  return { id: body.data.id, token: body.data.accept_url.split('/').at(-1) }
}

async function givenMember(app: TestApp): Promise<{ id: string; key: string }> {
  const { token } = await givenInvitation(app)
  const { body } = await app.call('POST', '/v1/invitations/accept', { key: null, body: { token } })
  return { id: body.data.member.id, key: body.data.key.key }
}

const make = async (app: TestApp, path: string, body?: object) => {
  const answer = await app.call('POST', path, body ? { body } : {})
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }

/** A webhook of the project whose receiver answers so, and the event that went there. */
async function givenDelivery({ app, receiver }: Stage, projectId: string, status: number) {
  receiver.behave(`/${status}`, { status })
  const url = receiver.url(`/${status}`, '127.0.0.1')
  const events = ['content.created']
  const { id } = await make(app, '/v1/webhooks', { url, events, project_ids: [projectId] })
  await make(app, `/v1/projects/${projectId}/content/upload-url`, file)
  await app.idle()
  const { body } = await app.call('GET', `/v1/webhooks/${id}/deliveries`)
  const [delivery] = body.data
  return { webhookId: id, deliveryId: delivery.id, eventId: delivery.event_id }
}

/** One thing of each kind that a path can name, made new. */
const makers: Record<string, (stage: Stage, operation: Operation, at: Params) => Promise<Params>> =
  {
    projectId: async ({ app }, { id }) => {
      const projectId = (await givenProject(app)).id
      if (id === 'getInsights') {
        await make(app, `/v1/projects/${projectId}/insights/generate`)
        await app.idle()
      }
      return { projectId }
    },
    contentId: async ({ app, sourceId }, { id, method }, { projectId = '' }) => {
      if (method === 'GET') return { contentId: sourceId }
      if (['pauseContent', 'resumeContent', 'cancelContent'].includes(id)) {
        return { contentId: await givenPaused(app, projectId, sourceId) }
      }
      if (id === 'prioritizeContent') {
        return { contentId: await givenQueued(app, projectId, sourceId) }
      }
      if (id === 'completeUpload') return { contentId: await givenUpload(app, projectId) }
      if (id === 'createUploadParts') return { contentId: await givenSession(app, projectId) }
      return { contentId: await copyRecording(app, sourceId, projectId) }
    },
    itemId: async ({ app, projectId, sourceId }) => {
      const itemId = await copyRecording(app, sourceId, projectId)
      await make(app, `/v1/projects/${projectId}/content/${itemId}/trash`)
      return { itemId }
    },
    bundleId: async ({ sourceId }) => ({ bundleId: sourceId }),
    backupId: async ({ app }) => ({ backupId: await givenBackup(app) }),
    orphanId: async ({ app }) => ({ orphanId: await givenOrphan(app) }),
    libraryId: async ({ app }) => ({ libraryId: await givenReplacedLibrary(app.dataDir) }),
    recorder: async () => ({ recorder: 'meeting-1' }),
    analysisId: async (stage, { id }, at) => {
      const { app } = stage
      const { projectId = stage.projectId } = at
      const contentId = at['contentId'] ?? (await copyRecording(app, stage.sourceId, projectId))
      const path = `/v1/projects/${projectId}/content/${contentId}/analyze`
      const { analysis_id: analysisId } = await make(app, path)
      await app.idle()
      if (id === 'cancelAnalysis') await reopenAnalysis(app, analysisId)
      return { analysisId }
    },
    trialId: async ({ app }, _operation, { projectId, contentId }) => {
      const path = `/v1/projects/${projectId}/content/${contentId}/try-prompt`
      const { trial_id: trialId } = await make(app, path, { template: '{{transcript}}' })
      await app.idle()
      return { trialId }
    },
    version: async () => ({ version: '1' }),
    modelId: async ({ app }) => {
      const content = Buffer.from('the weights of a model')
      const model = listedModel('a-model', content)
      await listModels(app.dataDir, [model])
      await writeFile(join(app.dataDir, 'models', model.file), content)
      return { modelId: model.id }
    },
    segmentId: async ({ app }, _operation, { projectId, contentId }) => {
      const path = `/v1/projects/${projectId}/content/${contentId}/transcript`
      const { segments } = (await app.call('GET', path)).body.data
      return { segmentId: segments[0].id }
    },
    speakerId: async () => ({ speakerId: 'speaker_1' }),
    voiceId: async ({ app }, _operation, { projectId = '' }) => {
      const path = `/v1/projects/${projectId}`
      await app.call('PATCH', path, { body: { settings: { voice_memory: true } } })
      const content = `${path}/content/${await givenRecording(app, projectId)}`
      const body = { name: 'Mary' }
      await app.call('PATCH', `${content}/transcript/speakers/speaker_1`, { body })
      const voices = (await app.call('GET', `${path}/voices`)).body.data
      return { voiceId: voices[0].id }
    },
    actionId: async ({ app }, _operation, { projectId = '' }) => ({
      actionId: await givenAction(app, projectId),
    }),
    sessionId: async ({ app }) => {
      const { sql: db } = app.deps.db
      const owner = (await app.call('GET', '/v1/me')).body.data
      const now = app.clock.now()
      const sessionId = newId('ses')
      const row = { id: sessionId, token_hash: sessionId, user_agent: null, created_at: now }
      await db
        .insertInto('sessions')
        .values({
          ...{ ...row, organization_id: owner.organization.id, member_id: owner.member.id },
          ...{ method: 'invitation', proven_email: null, last_used_at: now },
          expires_at: new Date(now.getTime() + 86_400_000),
        })
        .execute()
      return { sessionId }
    },
    promptId: async ({ app }) => {
      const { id } = await make(app, '/v1/prompts', { name: 'x', template: '{{transcript}}' })
      return { promptId: id }
    },
    keyId: async ({ app }) => ({ keyId: (await make(app, '/v1/api-keys', { name: 'x' })).id }),
    memberId: async ({ app }) => ({ memberId: (await givenMember(app)).id }),
    invitationId: async ({ app }) => {
      const { id } = await givenInvitation(app)
      app.clock.advance(61_000) // it can be resent once a minute
      return { invitationId: id }
    },
    noticeId: async (stage) => {
      await givenDelivery(stage, stage.projectId, 410)
      const { body } = await stage.app.call('GET', '/v1/notices')
      return { noticeId: body.data[0].id }
    },
    serverId: async ({ app, modelServer }) => {
      const body = { base_url: modelServer.baseUrl }
      return { serverId: (await make(app, '/v1/model-servers', body)).id }
    },
    folderId: async ({ app, projectId }) => {
      const body = { project_id: projectId, path: import.meta.dirname }
      return { folderId: (await make(app, '/v1/watched-folders', body)).id }
    },
    calendarId: async ({ app }) => {
      const body = { ics: 'BEGIN:VCALENDAR' }
      return { calendarId: (await make(app, '/v1/calendars', body)).id }
    },
    webhookId: (stage) => givenDelivery(stage, stage.projectId, 200),
    deliveryId: async (_stage, _operation, { deliveryId = '' }) => ({ deliveryId }),
    eventId: (stage) => givenDelivery(stage, stage.projectId, 200),
    token: async ({ app, projectId, sourceId }, { id }) => {
      if (id === 'readMedia') {
        const path = `/v1/projects/${projectId}/content/${sourceId}`
        const { media } = (await app.call('GET', path)).body.data
        return { token: lastPart(media.url) }
      }
      const { upload_url: url } = await make(
        app,
        `/v1/projects/${projectId}/content/upload-url`,
        file,
      )
      return { token: lastPart(url) }
    },
  }

const lastPart = (url: string): string => url.split('/').at(-1) ?? ''

/** The same on a stage without what earlier operations left that would be in the way. */
export async function makeTarget(stage: Stage, operation: Operation): Promise<string> {
  await tidyUp(stage)
  return addTarget(stage, operation)
}

/** The address of an operation with ids of things that are there; those of the stage's project. */
export async function addTarget(stage: Stage, operation: Operation): Promise<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  // A publishable key is bound to the stage's own project, which no operation but one removes.
  const isOwn = !['deleteProject', 'trashProject', 'getInsights'].includes(operation.id)
  let at: Params = {}
  for (const name of names) {
    const made =
      name === 'projectId' && isOwn
        ? { projectId: stage.projectId }
        : await makers[name]?.(stage, operation, at)
    if (!made) throw new Error(`Nothing makes ${name}.`)
    at = { ...at, ...made }
  }
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => at[name] ?? '')
  return `${url}${queries[operation.id] ?? ''}`
}

/** Of operations that ask for one. */
export const queries: Readonly<Record<string, string>> = {
  searchContent: '?q=a',
  listOverviews: '?ids=cont_0',
  listBundles: '?type=content',
}

/** There may be twenty webhooks, and one backup at a time. */
export async function tidyUp({ app }: Stage): Promise<void> {
  const { body } = await app.call('GET', '/v1/webhooks?limit=100')
  for (const { id } of body.data) await app.call('DELETE', `/v1/webhooks/${id}`)
  await app.deps.backupRuns.cancel()
}

/** What some operations need besides the body of the table; `url` is where it will be sent. */
export async function makeBody(
  { app, modelServer, projectId, folder }: Stage,
  { id }: Operation,
  url: string,
): Promise<object | undefined> {
  if (id === 'splitSpeaker') {
    const { body } = await app.call('GET', url.replace(/\/speakers\/.*/, ''))
    return { segment_ids: [body.data.segments[0].id] }
  }
  if (id === 'putNotesFolder') return { path: folder }
  if (id === 'connectModelServer') return { base_url: modelServer.baseUrl }
  // Nobody but the app gets as far as a folder.
  if (id === 'addWatchedFolder') return { project_id: projectId, path: import.meta.dirname }
  if (id === 'createInvitation') return { email: `person-${++people}@example.org` }
  const takesToken = ['lookUpInvitation', 'acceptInvitation'].includes(id)
  return takesToken ? { token: (await givenInvitation(app)).token } : undefined
}

/** Number and content of every table's rows, but for the times at which keys were used and processes gave a sign of life. */
export async function takeSnapshot({ app }: Stage): Promise<Record<string, string>> {
  const { sql: db } = app.deps.db
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(db)
  const content = sql`(to_jsonb(t) - 'last_used_at' - 'last_active_at' - 'lease_until')::text`
  // One statement for all tables: sixty that each go to the database's thread and back take longer.
  const hashes = tables.map(
    ({ name }) => sql`SELECT ${name} AS name, count(*) AS count,
      md5(string_agg(${content}, ' ' ORDER BY ${content})) AS hash FROM ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; count: string; hash: string | null }>`
    ${sql.join(hashes, sql` UNION ALL `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, count, hash }) => [name, `${count} rows, ${hash}`]))
}
