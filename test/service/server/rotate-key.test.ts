import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { deriveKeys, seal, unseal } from '../../../service/core/secrets.ts'
import { openConnection } from '../../../service/db/connection.ts'
import type { Db } from '../../../service/db/database.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { ollama, startModelServer, type TestModelServer } from '../../support/model-server.ts'
import { isNightly } from '../../support/nightly.ts'
import { givenInvitation } from '../../support/people.ts'
import { PublicBrowser, publicEnv } from '../../support/public-browser.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { findSealed } from '../../support/sealed-values.ts'
import { openSharedDatabase } from '../../support/server-database.ts'
import { startServiceProcess } from '../../support/service-process.ts'

let folder: string
const fileOf = (name: string) => path.join(folder, name)
const keyOf = (name: string) => readFile(fileOf(name))

let receiver: Receiver
let mailServer: MailServer
let modelServer: TestModelServer
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-keys-'))
  for (const name of ['old', 'new', 'other']) await writeFile(fileOf(name), randomBytes(32))
  receiver = await startReceiver()
  mailServer = await startMailServer()
  modelServer = await startModelServer(ollama(() => ''))
})
afterAll(async () => {
  await receiver.stop()
  await mailServer.stop()
  await modelServer.stop()
  await rm(folder, { recursive: true })
})

/** A database of its own, and a look at it by one that never leads. */
async function givenDatabase() {
  const { url } = await openSharedDatabase(0)
  const db = openConnection({
    ...{ log: createLog('silent'), isOpen: () => true, isShared: true },
    pool: { connectionString: url, max: 3 },
  })
  onTestFinished(db.close)
  return { url, db }
}

async function startOn(url: string, key: string): Promise<TestApp> {
  return startTestApp({
    db: openServerDatabase({ url, connections: 6, log: createLog('silent') }),
    webhookAuthorities: [receiver.authority],
    env: {
      ...publicEnv(mailServer.port),
      EARSHOT_DATABASE_URL: url,
      EARSHOT_KEY_FILE: fileOf(key),
      EARSHOT_WEBHOOK_ALLOW: '127.0.0.1,::1',
    },
  })
}

const rotate = (url: string, [from, to]: [string, string], ...more: string[]) =>
  runCommand(['server', 'rotate-key', '--new', fileOf(to), '--json', ...more], {
    env: { EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: fileOf(from) },
  })

const signaturesOf = (sent: Receiver['requests'][number] | undefined, secrets: string[]) => {
  const sentAt = new Date(Number(sent?.headers['webhook-timestamp']) * 1_000)
  const [id, body] = [String(sent?.headers['webhook-id']), String(sent?.body)]
  return secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' ')
}

/** Something of all that is sealed; what is to be mailed still waits. */
async function fill(app: TestApp) {
  mailServer.refuse(450)
  const webhook = { url: receiver.url('/hook'), events: ['project.created'] }
  const made = (await app.call('POST', '/v1/webhooks', { body: webhook })).body.data
  const again = await app.call('POST', `/v1/webhooks/${made.id}/rotate-secret`)
  await app.call('POST', '/v1/calendars', { body: { url: receiver.url('/private.ics') } })
  const served = { base_url: modelServer.baseUrl, api_key: 'quokka' }
  expect((await app.call('POST', '/v1/model-servers', { body: served })).status).toBe(201)
  await givenInvitation(app)
  const link = { body: { email: 'sam@example.org' } }
  await new PublicBrowser(app).call('POST', '/v1/sign-in/links', link)
  const send = (to: TestApp) => {
    const headers = { 'idempotency-key': 'once' }
    return to.call('POST', '/v1/api-keys', { body: { name: 'CI', scopes: ['read'] }, headers })
  }
  const first = await send(app)
  expect(first.status).toBe(201)
  await app.idle()
  return { id: made.id, secrets: [again.body.data.secret, made.secret], first, send }
}

const everywhere = [
  ...['calendars.url_sealed: calendar', 'idempotency_keys.body_sealed: idempotency'],
  ...[
    'jobs.payload: invitation',
    'jobs.payload: signIn',
    'model_servers.api_key_sealed: modelServer',
  ],
  ...['webhooks.previous_secret_sealed: webhook', 'webhooks.secret_sealed: webhook'],
]

const hour = 3_600_000

test('nothing is lost with the old key, and nothing is sealed with it any more', async () => {
  const { url, db } = await givenDatabase()
  const before = await startOn(url, 'old')
  const { secrets, first, send } = await fill(before)
  expect(await findSealed(db.sql, await keyOf('old'))).toEqual(everywhere)
  expect(await rotate(url, ['old', 'new'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A process works on the database'),
  })
  await before.stop()

  const ran = await rotate(url, ['old', 'new'])
  expect(ran.stderr).toBe('')
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.stdout)).toEqual({
    state: 'exchanged',
    sealed: [
      { column: 'webhooks.secret_sealed', count: 1 },
      { column: 'webhooks.previous_secret_sealed', count: 1 },
      { column: 'model_servers.api_key_sealed', count: 1 },
      { column: 'calendars.url_sealed', count: 1 },
      { column: 'idempotency_keys.body_sealed', count: 1 },
      { column: 'jobs.payload of invitation.send', count: 1 },
      { column: 'jobs.payload of sign_in.send', count: 1 },
    ],
    unreadable: [],
  })
  expect(await findSealed(db.sql, await keyOf('old'))).toEqual([])
  expect(await findSealed(db.sql, await keyOf('new'))).toEqual(everywhere)

  await expect(startOn(url, 'old')).rejects.toThrow('holds another key')
  const after = await startOn(url, 'new')
  onTestFinished(after.stop)
  expect((await after.call('GET', '/v1/org', { key: before.sessionToken })).status).toBe(401)
  expect((await send(after)).body).toEqual(first.body)
  await after.call('POST', '/v1/projects', { body: { name: 'Told' } })
  await after.idle()
  const delivery = receiver.requests.findLast(({ path: at }) => at === '/hook')
  expect(delivery?.headers['webhook-signature']).toBe(signaturesOf(delivery, secrets))
  await after.call('GET', '/v1/model-servers')
  expect(modelServer.requests.at(-1)?.authorization).toBe('Bearer quokka')
  mailServer.refuse(null)
  const read = receiver.requests.length
  after.clock.advance(hour)
  await after.idle()
  // By the process that leads, which it may only become once the former one is gone.
  const paths = () => receiver.requests.slice(read).map(({ path: at }) => at)
  await expect.poll(paths).toContain('/private.ics')
  expect(mailServer.mails.map(({ email }) => email.subject).join()).toContain('invites you')
})

test.runIf(isNightly)('there may be very many values', async () => {
  const { url, db } = await givenDatabase()
  const app = await startOn(url, 'old')
  const { idempotency } = app.deps.keys
  const rows = Array.from({ length: 1_234 }, (_, at) => ({
    ...{ api_key_id: 'key_many', method: 'POST', path: `/v1/projects/${at % 7}`, key: String(at) },
    ...{ request_hash: '', state: 'answered' as const, status: 201, created_at: new Date() },
    body_sealed: seal(idempotency, `answer ${at}`),
  }))
  await db.sql.insertInto('idempotency_keys').values(rows).execute()
  await app.stop()
  const { sealed } = JSON.parse((await rotate(url, ['old', 'new'])).stdout)
  expect(sealed).toContainEqual({ column: 'idempotency_keys.body_sealed', count: rows.length })
  const key = deriveKeys(await keyOf('new')).idempotency
  const kept = await db.sql.selectFrom('idempotency_keys').selectAll().execute()
  const texts = kept.map(({ key: at, body_sealed: text }) => [at, unseal(key, text ?? '')])
  expect(texts).toEqual(kept.map(({ key: at }) => [at, `answer ${at}`]))
  expect(texts).toHaveLength(rows.length)
})

test('what the old key does not open is named and stops it, unless it may stay as it is', async () => {
  const { url, db } = await givenDatabase()
  const app = await startOn(url, 'old')
  const { id } = await fill(app)
  await app.stop()
  await db.sql.updateTable('webhooks').set({ secret_sealed: 'AAAA' }).execute()

  const stopped = await rotate(url, ['old', 'new'])
  const unreadable = [{ column: 'webhooks.secret_sealed', id }]
  expect(JSON.parse(stopped.stdout)).toEqual({ state: 'refused', sealed: [], unreadable })
  expect([stopped.code, stopped.stderr]).toEqual([
    1,
    expect.stringContaining('Nothing was changed'),
  ])
  const but = everywhere.filter((place) => place !== 'webhooks.secret_sealed: webhook')
  expect(await findSealed(db.sql, await keyOf('old'))).toEqual(but)

  const left = await rotate(url, ['old', 'new'], '--leave-unreadable')
  expect(JSON.parse(left.stdout)).toMatchObject({ state: 'exchanged', unreadable })
  expect(await findSealed(db.sql, await keyOf('new'))).toEqual(but)
  const after = await startOn(url, 'new')
  onTestFinished(after.stop)
  const { body } = await after.call('GET', `/v1/webhooks/${id}`)
  expect(body.data.is_active).toBe(false)
})

test('it needs a server’s database, both keys and its version; the second time it is said to be done, with whichever key', async () => {
  const { url, db } = await givenDatabase()
  await (await startOn(url, 'old')).stop()
  expect(await runCommand(['server', 'rotate-key'], { env: {} })).toMatchObject({ code: 2 })
  const own = await runCommand(['server', 'rotate-key', '--new', fileOf('new')], { env: {} })
  expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('EARSHOT_DATABASE_URL')])
  expect(await rotate(url, ['old', 'none'])).toMatchObject({ code: 1 })

  const first = await runCommand(['server', 'rotate-key', '--new', fileOf('new')], {
    env: { EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: fileOf('old') },
  })
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain(' 0 webhooks.secret_sealed\n')
  expect(first.stdout).toContain('every process needs the new key')
  for (const from of ['old', 'new']) {
    const ran = await rotate(url, [from, 'new'])
    expect([ran.code, JSON.parse(ran.stdout).state]).toEqual([0, 'exchanged_before'])
  }
  const wrong = await rotate(url, ['other', 'old'])
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('holds another key')])

  await db.sql
    .insertInto('migrations' as never)
    .values({ name: '9999-later.sql', sha256: '' } as never)
    .execute()
  const later = await rotate(url, ['new', 'old'])
  expect([later.code, later.stderr]).toEqual([1, expect.stringContaining('of another version')])
})

describe('a kill', () => {
  const entry = fileURLToPath(new URL('../../../service/cli/earshot.ts', import.meta.url))

  /** The command as a process, once it waits at its last statement for what the test holds. */
  async function startHeld(url: string, db: Pick<Db, 'sql'>) {
    await sql`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`.execute(db.sql)
    await sql`CREATE TRIGGER wait_for_test BEFORE UPDATE ON installation_key
      FOR EACH ROW EXECUTE FUNCTION wait_for_test()`.execute(db.sql)
    const holder = new Client({ connectionString: url })
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(4711)')
    const child = spawn(process.execPath, [entry, 'server', 'rotate-key', '--new', fileOf('new')], {
      env: {
        ...{ ...process.env, NODE_OPTIONS: '' },
        ...{ EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: fileOf('old') },
      },
      stdio: 'ignore',
    })
    const isWaiting = async () => {
      const { rows } = await sql`SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`.execute(db.sql)
      return rows.length
    }
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1)
    return { child, isWaiting, letGo: () => holder.end() }
  }

  // With each change a rotation that is refused leaves the old key, too: all of it is one transaction.
  test.runIf(isNightly)(
    'before the end leaves the old key, and the command can be run again',
    async () => {
      const { url, db } = await givenDatabase()
      const app = await startOn(url, 'old')
      await fill(app)
      await app.stop()
      const { child, isWaiting, letGo } = await startHeld(url, db)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await letGo()
      await expect.poll(isWaiting).toBe(0)
      expect(await findSealed(db.sql, await keyOf('old'))).toEqual(everywhere)
      expect(await findSealed(db.sql, await keyOf('new'))).toEqual([])
      expect(await rotate(url, ['old', 'new'])).toMatchObject({ code: 0 })
      expect(await findSealed(db.sql, await keyOf('new'))).toEqual(everywhere)
    },
  )

  test.runIf(isNightly)(
    'does not come in between: who starts meanwhile waits, and is refused with the old key',
    async () => {
      const { url, db } = await givenDatabase()
      await (await startOn(url, 'old')).stop()
      const { child, letGo } = await startHeld(url, db)
      const late = startOn(url, 'old').catch((error: unknown) => String(error))
      const isBehind = async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE 'insert into "processes"%'`.execute(db.sql)
        return rows.length
      }
      await expect.poll(isBehind).toBe(1)
      const gone = once(child, 'exit')
      await letGo()
      expect(await gone).toEqual([0, null])
      expect(await late).toContain('holds another key')
    },
  )
})

test.runIf(isNightly)('a process that stood still meanwhile ends once it goes on', async () => {
  const { url, db } = await givenDatabase()
  const service = await startServiceProcess(fileOf('still'), {
    ...{ EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: fileOf('old'), EARSHOT_LEASE_SECONDS: '1' },
  })
  onTestFinished(async () => void (await service.stop()))
  process.kill(service.pid, 'SIGSTOP')
  const isAlive = async () => {
    const { rows } = await sql`SELECT FROM processes WHERE lease_until > now()`.execute(db.sql)
    return rows.length
  }
  await expect.poll(isAlive).toBe(0)
  expect(await rotate(url, ['old', 'new'])).toMatchObject({ code: 0 })
  process.kill(service.pid, 'SIGCONT')
  expect(await service.ended).toBe(70)
  expect(service.lastWords()).toContain('holds another key')
})
