import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fingerprintOf } from '../../../service/core/secrets.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { runCommand } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { startOpenIdProvider } from '../../support/openid-provider.ts'
import {
  findPostgres,
  ordinaryRole,
  postgresFolder,
  runOn,
  startPostgres,
} from '../../support/postgres.ts'
import { findS3Server, startS3Server } from '../../support/s3-server.ts'

const login = { user: 'earshot', pass: 'quokka' }

let mailServer: MailServer
let app: TestApp
let postgres: ReturnType<typeof startPostgres> | undefined
/** A server of PostgreSQL for the tests that set one up. */
const ownServer = () => (postgres ??= startPostgres(postgresFolder()))
beforeAll(async () => {
  mailServer = await startMailServer({ login })
  app = await startTestApp()
})
afterAll(async () => {
  await (await postgres)?.stop()
  await app.stop()
  await mailServer.stop()
})

type Part = { part: string; status: string; text: string; advice: string | null }

/** What the command finds, by part. */
async function check(env: Record<string, string>, dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder())
  const ran = await runCommand(['server', 'check', '--json'], {
    env: { EARSHOT_DATA_DIR: folder, ...env },
  })
  const { parts, is_ready: isReady } = JSON.parse(ran.stdout) as {
    parts: Part[]
    is_ready: boolean
  }
  return { ...ran, isReady, parts, of: (name: string) => parts.find(({ part }) => part === name) }
}

const mailAt = (password: string) => `smtp://${login.user}:${password}@127.0.0.1:${mailServer.port}`

test('what is not configured is no failure', async () => {
  const { of } = await check({})
  for (const name of ['store', 'key', 'mail', 'sign-in provider', 'public address']) {
    expect(of(name)).toMatchObject({ status: 'not_configured', advice: null })
  }
  expect(of('data folder')).toMatchObject({ status: 'ok', text: expect.stringMatching(/GB free/) })
})

test('processes that share their work need a store for the recordings', async () => {
  const shared = {
    EARSHOT_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    EARSHOT_KEY_FILE: '/none',
  }
  const { of } = await check({ ...shared, EARSHOT_ROLE: 'worker' })
  expect(of('store')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('EARSHOT_ROLE=worker needs EARSHOT_S3_BUCKET'),
  })
  expect((await check(shared)).of('store')).toMatchObject({ status: 'warning' })
})

test('a part that fails is named with what to do, and the command says so by its exit code', async () => {
  const missing = path.join(await temporaryFolder(), 'no-such-program')
  const { code, isReady, of, stderr } = await check({ EARSHOT_WHISPER_CLI: missing })
  expect([code, isReady]).toEqual([1, false])
  expect(of('models')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('EARSHOT_WHISPER_CLI'),
  })
  expect(stderr).toContain('not ready')
})

test('the mail server is connected to and takes the password, or the advice is about that', async () => {
  const right = await check({ EARSHOT_SMTP_URL: mailAt(login.pass) })
  expect(right.of('mail')).toMatchObject({ status: 'ok' })
  const wrong = await check({ EARSHOT_SMTP_URL: mailAt('wombat') })
  expect(wrong.of('mail')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('user and password'),
  })
  const nobody = await check({ EARSHOT_SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(nobody.of('mail')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('ESOCKET'),
  })
  for (const { stdout } of [right, wrong]) expect(stdout).not.toMatch(/quokka|wombat/)
  expect(mailServer.mails).toEqual([])
})

test('the public address is asked, and whether it is this software that answers', async () => {
  const own = await check({ EARSHOT_PUBLIC_BASE_URL: app.baseUrl })
  expect(own.of('public address')).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('not encrypted'),
  })
  const other = await check({ EARSHOT_PUBLIC_BASE_URL: `${app.baseUrl}/docs` })
  expect(other.of('public address')).toMatchObject({ status: 'failed' })
  const nobody = await check({ EARSHOT_PUBLIC_BASE_URL: 'https://127.0.0.1:2' })
  expect(nobody.of('public address')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('ECONNREFUSED'),
  })
})

test.skipIf(process.platform === 'win32')('the key is whole and for its owner alone', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'secret-key')
  await mkdir(folder, { recursive: true })
  await writeFile(file, Buffer.alloc(32), { mode: 0o600 })
  expect((await check({}, folder)).of('key')).toMatchObject({ status: 'ok' })
  await chmod(file, 0o640)
  const open = await check({}, folder)
  expect(open.of('key')).toMatchObject({ status: 'failed', advice: `chmod go-rwx ${file}` })
  await chmod(file, 0o600)
  await writeFile(file, 'short')
  expect((await check({}, folder)).of('key')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('5 bytes'),
  })
})

test('a key that every process is given is 32 bytes, and may be its group’s', async () => {
  const file = path.join(await temporaryFolder(), 'key')
  const env = { EARSHOT_KEY_FILE: file }
  expect((await check(env)).of('key')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('ENOENT'),
    advice: expect.stringContaining('EARSHOT_KEY_FILE'),
  })
  await writeFile(file, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o640 })
  expect((await check(env)).of('key')).toMatchObject({ status: 'ok' })
  await writeFile(file, 'short')
  expect((await check(env)).of('key')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('holds no key'),
  })
})

const withKey = async (url: string) => {
  const file = path.join(await temporaryFolder(), 'key')
  await writeFile(file, Buffer.alloc(32), { mode: 0o600 })
  return { EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: file }
}

test('a database that nobody answers for is told', async () => {
  const { of, stdout } = await check(
    await withKey('postgresql://earshot:quokka@127.0.0.1:2/earshot'),
  )
  expect(of('database')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('Nothing listens there'),
  })
  expect(stdout).not.toContain('quokka')
})

test.skipIf(!findPostgres())('a server is asked what it is and how far it is', async () => {
  const server = await ownServer()
  // The address of a socket, in the form that is a URL to everybody.
  const at = (database?: string, role?: string) =>
    server.url(database, role).replace('@/', '@localhost/')
  const { of } = await check(await withKey(at()))
  expect(of('row-level security')).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining('an ordinary user'),
  })
  const ordinary = await check(await withKey(at('postgres', ordinaryRole)))
  expect(ordinary.of('row-level security')).toMatchObject({ status: 'ok' })
  expect(of('database')).toMatchObject({
    status: 'warning',
    text: expect.stringMatching(
      /^PostgreSQL \d\d\.\d+, empty; fsync = off, full_page_writes = off/,
    ),
  })
  await runOn(server.url(), 'ALTER ROLE earshot SET synchronous_commit = local')
  await runOn(server.url(), 'ALTER ROLE earshot SET default_transaction_read_only = on')
  const readOnly = await check(await withKey(at('postgres', ordinaryRole)))
  expect(readOnly.of('database')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('takes no changes'),
    advice: expect.stringContaining('RESET default_transaction_read_only'),
  })
  await runOn(server.url(), 'ALTER ROLE earshot RESET default_transaction_read_only')
  await runOn(server.url(), 'GRANT CREATE ON SCHEMA public TO earshot')
  const local = await check(await withKey(at('postgres', ordinaryRole)))
  expect(local.of('database')?.text).toContain('synchronous_commit = local')
  await runOn(server.url(), 'CREATE TABLE migrations (name text)')
  const foreign = await check(await withKey(at('postgres', ordinaryRole)))
  expect(foreign.of('database')).toMatchObject({
    status: 'failed',
    text: expect.stringMatching(/^it refuses \(42501: permission denied for table migrations\)/),
    advice: expect.stringContaining('ALTER TABLE'),
  })
  const encrypted = await check(await withKey(`${at()}&sslmode=require`))
  expect(encrypted.of('database')).toMatchObject({
    status: 'failed',
    text: 'The server does not support SSL connections',
    advice: expect.stringContaining('sslmode'),
  })
  const other = await check(await withKey(at('no_such_database')))
  expect(other.of('database')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('createdb'),
  })
})

test.skipIf(!findPostgres())('a key is compared with the one that seals the database', async () => {
  const server = await ownServer()
  await runOn(server.url(), 'CREATE DATABASE sealed')
  const env = await withKey(server.url('sealed').replace('@/', '@localhost/'))
  expect((await check(env)).of('key')).toMatchObject({ status: 'ok' })
  const seal = (fingerprint: string) =>
    runOn(
      server.url('sealed'),
      `CREATE TABLE IF NOT EXISTS installation_key (fingerprint text);
      TRUNCATE installation_key; INSERT INTO installation_key VALUES ('${fingerprint}')`,
    )
  await seal(fingerprintOf(Buffer.alloc(32)))
  expect((await check(env)).of('key')).toMatchObject({ status: 'ok' })
  await seal(fingerprintOf(Buffer.alloc(32, 1)))
  expect((await check(env)).of('key')).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('another key'),
  })
})

test.skipIf(process.getuid?.() === 0)('a data folder of somebody else is told', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o500)
  onTestFinished(() => chmod(folder, 0o700))
  expect((await check({}, folder)).of('data folder')).toMatchObject({ status: 'failed' })
})

test.skipIf(findS3Server() === null)(
  'the store is written to, and leaves nothing there',
  async () => {
    const store = await startS3Server(findS3Server() ?? '')
    onTestFinished(store.remove)
    const right = await check(store.env)
    expect(right.of('store')).toMatchObject({ status: 'ok' })
    expect(await store.names('incoming')).toEqual([])
    const wrong = await check({ ...store.env, EARSHOT_S3_BUCKET: 'another' })
    expect(wrong.of('store')?.text).toContain('the store has no bucket another')
    const refused = await check({ ...store.env, EARSHOT_S3_SECRET_ACCESS_KEY: 'quokka' })
    expect(refused.of('store')?.status).toBe('failed')
    expect(refused.stdout).not.toContain('quokka')
    const unknown = await check({ ...store.env, EARSHOT_S3_ACCESS_KEY_ID: 'nobody' })
    expect(unknown.of('store')?.text).toContain('EARSHOT_S3_ACCESS_KEY_ID: the store has no such')
  },
)

test.skipIf(findS3Server() === null)('the store is looked at as a page would', async () => {
  const origin = 'https://earshot.example.org'
  const store = await startS3Server(findS3Server() ?? '', { allowedOrigin: origin })
  onTestFinished(store.remove)
  const ask = async (env: Record<string, string>) =>
    (await check({ ...store.env, EARSHOT_PUBLIC_BASE_URL: origin, ...env })).of('store')
  expect(await ask({})).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('browsers refuse that to an https page'),
  })
  expect(await ask({ EARSHOT_PUBLIC_BASE_URL: 'http://earshot.example.org' })).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('does not let pages of http://earshot.example.org call it'),
  })
  expect(await ask({ EARSHOT_S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:2' })).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('does not answer (ECONNREFUSED)'),
  })
  expect(await ask({ EARSHOT_S3_PUBLIC_ENDPOINT: app.baseUrl })).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('does not give what was written'),
  })
})

test('the provider is asked whether it is the issuer that was configured', async () => {
  const provider = await startOpenIdProvider('https://earshot.example.org/sign-in/openid/callback')
  onTestFinished(provider.stop)
  const env = { EARSHOT_OIDC_CLIENT_ID: 'earshot', EARSHOT_OIDC_CLIENT_SECRET: 'secret' }
  const right = await check({ ...env, EARSHOT_OIDC_ISSUER: provider.issuer })
  expect(right.of('sign-in provider')).toMatchObject({ status: 'ok' })
  const wrong = await check({ ...env, EARSHOT_OIDC_ISSUER: `${provider.issuer}/elsewhere` })
  expect(wrong.of('sign-in provider')).toMatchObject({ status: 'failed' })
})
