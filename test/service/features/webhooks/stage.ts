import { newId } from '../../../../service/core/ids.ts'
import { createLog } from '../../../../service/core/log.ts'
import { deriveKeys } from '../../../../service/core/secrets.ts'
import type { Db } from '../../../../service/db/database.ts'
import type { Deps } from '../../../../service/deps.ts'
import { findCaller, renewSessionKey } from '../../../../service/features/api-keys/api-keys.ts'
import { apiKeyRoutes } from '../../../../service/features/api-keys/routes.ts'
import { recordEvent, type EventName } from '../../../../service/features/events/events.ts'
import {
  createDeliverer,
  type Deliverer,
  type DelivererOptions,
} from '../../../../service/features/webhooks/deliverer.ts'
import { webhookJobs } from '../../../../service/features/webhooks/jobs.ts'
import { webhookRoutes } from '../../../../service/features/webhooks/routes.ts'
import { ensureOrganization } from '../../../../service/features/org/org.ts'
import { requireKey } from '../../../../service/http/auth.ts'
import { renderErrors } from '../../../../service/http/errors.ts'
import { createServer } from '../../../../service/http/server.ts'
import type { Notice } from '../../../../service/notify/notify.ts'
import { createQueue } from '../../../../service/queue/queue.ts'
import { createWorker } from '../../../../service/queue/worker.ts'
import { createFakeClock, type FakeClock } from '../../../support/clock.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'

type StageDeps = Pick<
  Deps,
  'config' | 'version' | 'baseUrl' | 'clock' | 'keys' | 'log' | 'db' | 'queue' | 'notify'
>

export type Stage = {
  db: Db
  deps: StageDeps
  clock: FakeClock
  receiver: Receiver
  notices: Notice[]
  organizationId: string
  deliverer: () => Deliverer
  /** Ends the deliverer as a stop would and starts another on the same database. */
  restart: (options?: DelivererOptions) => Promise<void>
  call: (method: string, url: string, body?: object, key?: string) => Promise<Answer>
  emit: (event: EventName, projectId?: string | null, data?: object) => Promise<string>
  idle: () => Promise<void>
  advance: (ms: number) => Promise<void>
  stop: () => Promise<void>
}
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
export type Answer = { status: number; body: any }

export const inSeconds = 1_000
export const inMinutes = 60_000
export const inHours = 3_600_000

/** Webhooks on a real database, queue, HTTP layer and HTTPS receiver; only time is ours. */
export async function openStage(options: DelivererOptions & { allow?: string[] } = {}) {
  const receiver = await startReceiver()
  const db = await openTestDatabase()
  const clock = createFakeClock(new Date())
  const log = createLog(process.env['EARSHOT_TEST_LOG'] ?? 'silent')
  const queue = createQueue({ clock })
  const notices: Notice[] = []
  const deps: StageDeps = {
    config: configWith(options.allow ?? ['127.0.0.1']),
    version: '0.0.0-test',
    baseUrl: () => 'http://127.0.0.1:4777',
    clock,
    keys: deriveKeys(Buffer.alloc(32, 7)),
    log,
    db,
    queue,
    notify: { owner: (notice) => void notices.push(notice) },
  }
  const settings = { deadlineMs: 1_000, authorities: [receiver.authority], ...options }
  let deliverer = createDeliverer(deps, settings)
  const worker = createWorker({
    db,
    queue,
    clock,
    log,
    handlers: webhookJobs(deps as Deps), // uses only what a stage has
  })
  const { organization, key } = await db.transaction(async (tx) => {
    const organization = await ensureOrganization(tx, clock.now())
    return { organization, key: await renewSessionKey(tx, organization.id, clock.now()) }
  })
  const app = await serve(deps)
  await worker.start()
  await deliverer.start()
  const idle = async () => {
    await worker.idle()
    await deliverer.idle()
  }
  const stage: Stage = {
    db,
    deps,
    clock,
    receiver,
    notices,
    organizationId: organization.id,
    deliverer: () => deliverer,
    restart: async (changed = {}) => {
      await deliverer.stop()
      deliverer = createDeliverer(deps, { ...settings, ...changed })
      await deliverer.start()
    },
    call: async (method, url, body, as = key) => {
      const answer = await app.inject({
        method: method as 'GET', // inject's type lists the methods
        url,
        headers: { authorization: `Bearer ${as}` },
        ...(body && { payload: body }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    emit: (event, projectId = null, data = { content_id: 'cont_1' }) =>
      db.transaction((tx) => {
        const input = { event, organizationId: organization.id, projectId, link: null }
        return recordEvent(deps, tx, { ...input, data: { ...data } })
      }),
    idle,
    advance: async (ms) => {
      clock.advance(ms)
      await idle()
    },
    stop: async () => {
      await app.close()
      await worker.stop()
      await deliverer.stop()
      await receiver.stop()
      await db.close()
    },
  }
  return stage
}

async function serve(deps: StageDeps) {
  const app = createServer(deps)
  renderErrors(app)
  requireKey(app, (key) => findCaller(deps, key))
  apiKeyRoutes(app, deps as Deps) // uses only what a stage has
  webhookRoutes(app, deps as Deps) // likewise
  await app.ready()
  return app
}

const configWith = (webhookAllow: string[]) => ({
  dataDir: '',
  port: 0,
  modelsFolders: [],
  webhookAllow,
  publicBaseUrl: null,
  logLevel: 'silent',
  threads: 1,
})

/** A webhook made through the API, with its secret. */
export async function givenWebhook(stage: Stage, path = '/', input: object = {}) {
  const body = { url: stage.receiver.url(path), events: ['*'], ...input }
  const answer = await stage.call('POST', '/v1/webhooks', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data as { id: string; secret: string; url: string }
}

/** A project, stored directly: its routes need slices that a stage does not have. */
export async function givenProject(stage: Stage): Promise<string> {
  const id = newId('proj')
  const now = stage.clock.now()
  const names = { name: 'Calls', slug: id, description: null, default_prompt_id: null }
  const rest = { auto_analyze: false, created_at: now, updated_at: now }
  const row = { id, organization_id: stage.organizationId, ...names, ...rest }
  await stage.db.sql.insertInto('projects').values(row).execute()
  return id
}

export async function deliveriesOf(stage: Stage, webhookId: string) {
  const { body } = await stage.call('GET', `/v1/webhooks/${webhookId}/deliveries?limit=100`)
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
  return body.data as any[]
}
