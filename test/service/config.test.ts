import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../service/config.ts'
import { temporaryFolder } from '../support/folders.ts'

test('mail is off, and the owner is nobody’s address, unless told otherwise', () => {
  const { smtpUrl, owner, mailFrom } = readConfig({})
  expect(smtpUrl).toBeNull()
  expect(owner).toEqual({ email: 'owner@localhost', name: null })
  expect(mailFrom).toBe('Earshot <owner@localhost>')
})

test.each(['smtp://mail.example.org', 'smtps://user:p%40ss@mail.example.org:465'])(
  '%s is the address of a mail server',
  (smtpUrl) => expect(readConfig({ EARSHOT_SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl),
)

test.each(['https://mail.example.org', 'mail.example.org:25', 'smtp://', 'smtp://u:50%@host'])(
  '%s is none, and says so before anything starts',
  (smtpUrl) => {
    expect(() => readConfig({ EARSHOT_SMTP_URL: smtpUrl })).toThrow('EARSHOT_SMTP_URL must be')
  },
)

test('every problem is listed at once', () => {
  const env = { EARSHOT_SMTP_URL: 'x', EARSHOT_OWNER_EMAIL: 'nobody', EARSHOT_PORT: '-1' }
  const message = /EARSHOT_PORT.*EARSHOT_SMTP_URL.*EARSHOT_OWNER_EMAIL/
  expect(() => readConfig(env)).toThrow(message)
})

test('a shared database needs a key that all processes have, and a role needs such a database', () => {
  const database = { EARSHOT_DATABASE_URL: 'postgresql://earshot:secret@db.example.org/earshot' }
  expect(() => readConfig(database)).toThrow('EARSHOT_DATABASE_URL needs EARSHOT_KEY_FILE')
  expect(() => readConfig({ EARSHOT_ROLE: 'api' })).toThrow('EARSHOT_ROLE=api needs')
  expect(() => readConfig({ EARSHOT_ROLE: 'boss' })).toThrow('EARSHOT_ROLE must be one of')
  expect(() => readConfig({ EARSHOT_DATABASE_URL: 'mysql://db' })).toThrow('must be postgresql://')
  const env = { ...database, EARSHOT_KEY_FILE: '/run/secrets/earshot', EARSHOT_ROLE: 'worker' }
  expect(readConfig(env)).toMatchObject({ role: 'worker', databaseConnections: 10 })
  expect(readConfig({})).toMatchObject({ role: 'all', databaseUrl: null, keyFile: null })
})

const keyed = (url: string) => ({ EARSHOT_DATABASE_URL: url, EARSHOT_KEY_FILE: '/none' })

test.each([
  ['postgresql://earshot:quok#ka@db:5432/earshot', '# as %23'],
  ['postgresql://earshot:12#ka@db/earshot', '# as %23'],
  ['postgresql://earshot:12/ka@db/earshot', '/ as %2F'],
  ['postgresql://earshot:12?ka@db/earshot', '? as %3F'],
  ['postgresql://earshot:quokka%80@db/earshot', '% as %25'],
  ['postgresql://earshot:quokka@one:5432,two:5432/earshot', 'several hosts'],
  ['postgresql://earshot:quokka@one,two/earshot', 'several hosts'],
  ['postgresql://earshot:quokka@/earshot?host=one,two', 'several hosts'],
])('%s is no address of a database, which is said without it', (url, problem) => {
  const read = () => readConfig(keyed(url))
  expect(read).toThrow(problem)
  expect(read).toThrow(/^(?!.*(?:quok|12)).*EARSHOT_DATABASE_URL/)
})

test.each([
  'postgresql://earshot:p%23ss%2F@db:5432/earshot?sslmode=verify-full',
  'postgresql://earshot:p@ss,50%@db/earshot',
  'postgresql:///earshot?host=/run/postgresql&user=me@work',
  'postgres://earshot@/earshot?host=%2Frun%2Fa,b',
  'postgresql://[::1]:5432/earshot?uselibpqcompat=true&sslmode=require',
])('%s is one', (url) => expect(readConfig(keyed(url)).databaseUrl).toBe(url))

test('require means that the server’s certificate is verified, without a warning on stderr', () => {
  const { databaseUrl } = readConfig(keyed('postgresql://db/earshot?sslmode=require'))
  expect(databaseUrl).toBe('postgresql://db/earshot?sslmode=verify-full')
})

test('a secret may lie in a file, and one that is not there is told', async () => {
  const file = path.join(await temporaryFolder(), 'token')
  await writeFile(file, 'sixteen-letters-or-more\n')
  const { metrics } = readConfig({ EARSHOT_METRICS_TOKEN_FILE: file })
  expect(metrics).toEqual({ token: 'sixteen-letters-or-more' })
  const missing = { EARSHOT_SMTP_URL_FILE: `${file}-of-nobody` }
  expect(() => readConfig(missing)).toThrow('EARSHOT_SMTP_URL_FILE names a file')
})

test('metrics and traces are off, and nothing is drained, unless told otherwise', () => {
  expect(readConfig({})).toMatchObject({ metrics: null, traces: null, drainMs: 0 })
  const operationsListen = { host: '::', port: 9464 }
  expect(readConfig({ EARSHOT_OPERATIONS_LISTEN: '[::]:9464' })).toMatchObject({ operationsListen })
  expect(readConfig({ EARSHOT_METRICS: 'true' }).metrics).toEqual({ token: null })
  const traces = { url: 'http://localhost:4318/v1/traces', ratio: 0.5 }
  const otlp = { EARSHOT_OTLP_ENDPOINT: 'http://localhost:4318/', EARSHOT_TRACE_RATIO: '0.5' }
  expect(readConfig(otlp).traces).toEqual(traces)
  const standard = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  expect(readConfig(standard).traces).toEqual({ ...traces, ratio: 1 })
  const wrong = {
    EARSHOT_METRICS_TOKEN: 'short',
    EARSHOT_OTLP_ENDPOINT: 'localhost:4318',
    EARSHOT_TRACE_RATIO: '2',
    EARSHOT_DRAIN_SECONDS: '-1',
    EARSHOT_OPERATIONS_LISTEN: 'localhost:9464',
  }
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name)
})

const listening = {
  EARSHOT_LISTEN: '0.0.0.0:8080',
  EARSHOT_PUBLIC_BASE_URL: 'https://earshot.example.org/',
  EARSHOT_SMTP_URL: 'smtp://mail.example.org',
}
const provider = {
  EARSHOT_OIDC_ISSUER: 'https://login.example.org/acme',
  EARSHOT_OIDC_CLIENT_ID: 'earshot',
  EARSHOT_OIDC_CLIENT_SECRET: 'secret',
}

test('nothing but loopback is listened on unless told otherwise', () => {
  expect(readConfig({}).publicAccess).toEqual({ listen: null, trustedProxies: [], openId: null })
  expect(readConfig(listening).publicAccess.listen).toEqual({ host: '0.0.0.0', port: 8080 })
  const { EARSHOT_SMTP_URL: _mail, ...without } = { ...listening, EARSHOT_LISTEN: '[::]:8080' }
  expect(readConfig({ ...without, ...provider }).publicAccess).toMatchObject({
    listen: { host: '::', port: 8080 },
    openId: { issuer: 'https://login.example.org/acme', name: 'login.example.org' },
  })
})

test.each([
  [{ EARSHOT_PUBLIC_BASE_URL: '' }, 'EARSHOT_PUBLIC_BASE_URL must be'],
  [{ EARSHOT_PUBLIC_BASE_URL: 'http://earshot.example.org' }, 'must be the https:// address'],
  [{ EARSHOT_PUBLIC_BASE_URL: 'https://example.org/earshot' }, 'without a path'],
  [{ EARSHOT_SMTP_URL: '' }, 'EARSHOT_LISTEN needs a way for members to sign in'],
  [{ EARSHOT_LISTEN: '8080' }, 'EARSHOT_LISTEN must be an address and a port'],
  [{ EARSHOT_LISTEN: 'example.org:8080' }, 'EARSHOT_LISTEN must be an address and a port'],
  [{ EARSHOT_LISTEN: '0.0.0.0:70000' }, 'EARSHOT_LISTEN must be an address and a port'],
  [{ EARSHOT_TRUSTED_PROXIES: '10.0.0.0/8, nginx' }, 'EARSHOT_TRUSTED_PROXIES must be'],
  [{ ...provider, EARSHOT_OIDC_ISSUER: 'http://login.example.org' }, 'EARSHOT_OIDC_ISSUER must be'],
  [{ ...provider, EARSHOT_OIDC_CLIENT_SECRET: '' }, 'needs EARSHOT_OIDC_CLIENT_ID and'],
])('%j is no way to open the service to others, and says why', (env, problem) => {
  expect(() => readConfig({ ...listening, ...env })).toThrow(problem)
})
