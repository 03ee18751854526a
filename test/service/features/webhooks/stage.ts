import { newId } from '../../../../service/core/ids.ts'
import { readConfig } from '../../../../service/config.ts'
import { createLog } from '../../../../service/core/log.ts'
import { deriveKeys, newApiKey } from '../../../../service/core/secrets.ts'
import type { Db } from '../../../../service/db/database.ts'
import { createProcessLease } from '../../../../service/db/process-lease.ts'
import type { Deps } from '../../../../service/deps.ts'
import { renewSessionKey } from '../../../../service/features/api-keys/api-keys.ts'
import { createCallers } from '../../../../service/features/api-keys/callers.ts'
import { apiKeyRoutes } from '../../../../service/features/api-keys/routes.ts'
import {
  recordEvent,
  type EventName,
  type NewEvent,
} from '../../../../service/features/events/events.ts'
import {
  createOutboxWorker,
  type OutboxWorker,
  type OutboxWorkerOptions,
} from '../../../../service/features/webhooks/outbox-worker.ts'
import { webhookJobs } from '../../../../service/features/webhooks/jobs.ts'
import { webhookRoutes } from '../../../../service/features/webhooks/routes.ts'
import { ensureOwner } from '../../../../service/features/members/members.ts'
import { prepareOrganizations } from '../../../../service/features/org/org.ts'
import { requireKey, requireRights } from '../../../../service/http/auth.ts'
import { renderErrors } from '../../../../service/http/errors.ts'
import { createServer, type App } from '../../../../service/http/server.ts'
import { createTokenBuckets } from '../../../../service/http/token-buckets.ts'
import type { Notice } from '../../../../service/notify/notify.ts'
import { createQueue } from '../../../../service/queue/queue.ts'
import { createWorker } from '../../../../service/queue/worker.ts'
import { createFakeClock, type FakeClock } from '../../../support/clock.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { checkAnswer } from '../../../support/own-document.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'

type StageDeps = Pick<
  Deps,
  | 'config'
  | 'version'
  | 'baseUrl'
  | 'clock'
  | 'keys'
  | 'log'
  | 'db'
  | 'lease'
  | 'signals'
  | 'queue'
  | 'notify'
  | 'mailer'
>

export type Stage = {
  db: Db
  deps: StageDeps
  clock: FakeClock
  receiver: Receiver
  notices: Notice[]
  organizationId: string
  outboxWorker: () => OutboxWorker
  /** Ends the outboxWorker as a stop would and starts another on the same database. */
  restart: () => Promise<void>
  call: (method: string, url: string, body?: object, key?: string) => Promise<Answer>
  emit: (event: EventName, projectId?: string | null, data?: object) => Promise<string>
  idle: () => Promise<void>
  advance: (ms: number) => Promise<void>
  stop: () => Promise<void>
}
type StageOptions = OutboxWorkerOptions & { allow?: string[] }

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
export type Answer = { status: number; body: any }

export const inSeconds = 1_000
export const inMinutes = 60_000
export const inHours = 3_600_000

let shared: Promise<Db> | undefined

/** Ends the database that the stages of one test file share; for `afterAll`. */
export async function closeDatabase(): Promise<void> {
  await (await shared)?.close()
  shared = undefined
}

/** Webhooks on a real database, queue, HTTP layer and HTTPS receiver; only time is ours. */
export async function openStage({ allow = ['127.0.0.1'], ...options }: StageOptions = {}) {
  shared ??= openTestDatabase()
  const db = await shared
  const receiver = await startReceiver()
  const log = createLog(process.env['EARSHOT_TEST_LOG'] ?? 'silent')
  const lease = createProcessLease({ db, signals: db.signals, log })
  await lease.start()
  const { deps, clock, queue, notices } = makeDeps({ db, lease, log }, allow)
  const { organizationId, key } = await prepare(deps)
  const settings = { deadlineMs: 20_000, authorities: [receiver.authority], ...options }
  let outboxWorker = createOutboxWorker(deps, settings)
  const handlers = webhookJobs(deps as Deps) // uses only what a stage has
  const worker = createWorker({ ...deps, queue, handlers })
  const app = await serve(deps)
  await worker.start()
  await outboxWorker.start()
  const idle = async () => {
    await worker.idle()
    await outboxWorker.idle()
  }
  const stage: Stage = {
    db,
    deps,
    clock,
    receiver,
    notices,
    organizationId,
    idle,
    outboxWorker: () => outboxWorker,
    restart: async () => {
      await outboxWorker.stop()
      outboxWorker = createOutboxWorker(deps, settings)
      await outboxWorker.start()
    },
    call: (method, url, body, as = key) => callApp(app, { method, url, body, key: as }),
    // Each about a recording of its own, unless the test says so: those of one wait for each other.
    emit: (event, projectId = null, data = { content_id: newId('cont') }) =>
      db.transaction((tx) => {
        // What a test sends on the way need not be what the service would say of such an event.
        const content = { event, data } as NewEvent
        return recordEvent(deps, tx, {
          ...content,
          organizationId,
          projectId,
          link: '/v1/projects',
        })
      }),
    advance: async (ms) => {
      clock.advance(ms)
      await idle()
    },
    stop: async () => {
      await Promise.all([app.close(), worker.stop(), outboxWorker.stop(), receiver.stop()])
      await lease.stop()
      await db.sql.deleteFrom('jobs').execute()
      await db.sql.deleteFrom('organizations').execute() // and all that belongs to them
    },
  }
  return stage
}

function makeDeps(given: Pick<StageDeps, 'db' | 'lease' | 'log'>, webhookAllow: string[]) {
  const clock = createFakeClock(new Date())
  const queue = createQueue({ clock })
  const notices: Notice[] = []
  const deps: StageDeps = {
    config: configWith(webhookAllow),
    version: '0.0.0-test',
    baseUrl: () => 'http://127.0.0.1:4777',
    clock,
    keys: deriveKeys(Buffer.alloc(32, 7)),
    ...given,
    signals: given.db.signals,
    queue,
    notify: { owner: (notice) => void notices.push(notice) },
    mailer: null,
  }
  return { deps, clock, queue, notices }
}

const prepare = ({ db, clock }: StageDeps) =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const id = await prepareOrganizations(tx, now)
    const ownerId = await ensureOwner(tx, id, { email: 'owner@localhost', name: null }, now)
    const key = newApiKey('secret')
    await renewSessionKey(tx, { organizationId: id, ownerId, now, key })
    return { organizationId: id, key }
  })

type Call = { method: string; url: string; body: object | undefined; key: string }

async function callApp(app: App, { method, url, body, key }: Call): Promise<Answer> {
  const answer = await app.inject({
    method: method as 'GET', // inject's type lists the methods
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { payload: body }),
  })
  await checkAnswer({
    method,
    path: url,
    status: answer.statusCode,
    contentType: answer.headers['content-type'] ?? null,
    text: answer.body,
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function serve(deps: StageDeps) {
  const app = createServer(deps)
  renderErrors(app, deps.baseUrl)
  requireKey(app, createCallers(deps), createTokenBuckets(deps.clock))
  requireRights(app)
  apiKeyRoutes(app, deps as Deps) // uses only what a stage has
  webhookRoutes(app, deps as Deps) // likewise
  await app.ready()
  return app
}

const configWith = (webhookAllow: string[]) =>
  readConfig({ EARSHOT_WEBHOOK_ALLOW: webhookAllow.join(','), EARSHOT_LOG_LEVEL: 'silent' })

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
