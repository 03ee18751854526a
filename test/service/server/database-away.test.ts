import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { ordinaryRole, postgresUrl, postgresVariable, runOn } from '../../support/postgres.ts'
import { makePostgresDatabase } from '../../support/server-database.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const socketFolder = process.env[postgresVariable] ?? ''
let keyFolder: string
/** The address of the database, as the service knows it. */
let address: TcpProxy
/** The same database past that address. */
let url: string
let database: string
let app: TestApp

beforeAll(async () => {
  keyFolder = await mkdtemp(path.join(tmpdir(), 'earshot-key-'))
  await writeFile(path.join(keyFolder, 'key'), Buffer.alloc(32, 7).toString('base64'))
})
afterAll(() => rm(keyFolder, { recursive: true }))

beforeEach(async () => {
  url = await makePostgresDatabase('earshot_template')
  database = /@\/(\w+)/.exec(url)?.[1] ?? ''
  address = await startTcpProxy('127.0.0.1', { path: `${socketFolder}/.s.PGSQL.5432` })
  const db = await openServerDatabase({
    url: `postgresql://${ordinaryRole}@127.0.0.1:${address.port}/${database}`,
    connections: 4,
    log: createLog('silent'),
  })
  app = await startTestApp({ db, env: { EARSHOT_KEY_FILE: path.join(keyFolder, 'key') } })
})
afterEach(async () => {
  address.set('passes')
  await app.stop()
  await address.stop()
})

const create = (name: string) =>
  app.call('POST', '/v1/projects', { body: { name }, headers: { 'idempotency-key': name } })
const projects = async (name: string) => {
  const { body } = await app.call('GET', '/v1/projects?limit=100')
  return body.data.filter((project: { name: string }) => project.name === name).length
}
const away = { status: 503, body: { error: { code: 'database_unavailable' } } }

test('requests are told to come back, and are answered once it is there again', async () => {
  address.set('refuses')
  const refused = await app.call('GET', '/v1/projects')
  expect(refused).toMatchObject(away)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await create('Later')).toMatchObject(away)
  address.set('passes')
  expect((await create('Later')).status).toBe(201)
  expect(await projects('Later')).toBe(1)
})

test('a change whose commit was not heard of is not done twice when it is sent again', async () => {
  void address.loseAnswerTo('insert into "projects"', 'commit\0')
  expect(await create('Unknown')).toMatchObject(away)
  const again = await create('Unknown')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await projects('Unknown')).toBe(1)
})

test.each([
  ['began', 'INSERT INTO idempotency_keys'],
  ['ended', 'insert into "projects"'],
])('a request that %s while it went away may be sent again', async (_when, statement) => {
  const cut = address.loseAnswerTo(statement).then(() => address.set('refuses'))
  expect(await create('Ended')).toMatchObject(away)
  await cut
  address.set('passes')
  await app.deps.signals.emit('lease.renewed')
  await expect.poll(async () => (await create('Ended')).status).toBe(201)
  expect(await projects('Ended')).toBe(1)
})

test('a connection on which nothing can be written any more is not used again', async () => {
  await runOn(url, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  address.set('refuses')
  address.set('passes')
  expect(await create('Writable')).toMatchObject(away)
  await runOn(
    postgresUrl(socketFolder, 'postgres'),
    `ALTER DATABASE ${database} RESET default_transaction_read_only`,
  )
  await expect.poll(async () => (await create('Writable')).status).toBe(201)
})

test('a database that takes no changes is not ready, is once it does, and no start goes on with it', async () => {
  const server = postgresUrl(socketFolder, 'postgres')
  const state = async () => {
    app.clock.advance(1_000)
    return (await app.call('GET', '/readyz')).body.parts.database
  }
  expect(await state()).toBe('ok')
  const open = () =>
    openServerDatabase({
      url: `postgresql://${ordinaryRole}@127.0.0.1:${address.port}/${database}`,
      connections: 4,
      log: createLog('silent'),
    })
  const opened = await open()
  await runOn(server, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  address.set('refuses')
  address.set('passes')
  // The first may be of a connection that was cut.
  await expect.poll(state).toBe('failed')
  expect([await state(), await state()]).toEqual(['failed', 'failed'])
  await expect(open()).rejects.toThrow('The database takes no changes')
  const env = { EARSHOT_KEY_FILE: path.join(keyFolder, 'key') }
  await expect(startTestApp({ db: opened, env })).rejects.toThrow('in a read-only transaction')
  await runOn(server, `ALTER DATABASE ${database} RESET default_transaction_read_only`)
  await expect.poll(state).toBe('ok')
})

test('a commit that no replica has is not acknowledged', async () => {
  const server = postgresUrl(socketFolder, 'postgres')
  await runOn(url, `ALTER DATABASE ${database} SET synchronous_commit = on`)
  address.set('refuses')
  address.set('passes')
  // Other databases of this server do not wait for it.
  await runOn(server, `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`)
  try {
    await runOn(server, 'SELECT pg_reload_conf()')
    const answer = create('Alone')
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    await expect.poll(async () => (await runOn(url, waiting)).length).toBeGreaterThan(0)
    await runOn(server, 'ALTER SYSTEM RESET synchronous_standby_names')
    // As the end of statement_timeout does, or an impatient operator.
    await runOn(
      url,
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    )
    await runOn(server, 'SELECT pg_reload_conf()')
    expect(await answer).toMatchObject(away)
  } finally {
    await runOn(server, 'ALTER SYSTEM RESET synchronous_standby_names')
    await runOn(server, 'SELECT pg_reload_conf()')
  }
  expect((await create('Alone')).status).toBe(201)
  expect(await projects('Alone')).toBe(1)
})
