import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import envPaths from 'env-paths'
import type { S3Settings } from './blobs/s3/settings.ts'
import { hubAddressProblem, readHubAddress } from './engine/models/hub-address.ts'
import { readDatabaseUrl } from './database-url.ts'
import { readStore } from './store-config.ts'
import { readPublicAccess, type PublicAccess } from './public-access.ts'
import { second } from './core/time.ts'

/** Everything the outside may set. Read once at start, then frozen and passed down. */
export type Config = Readonly<{
  dataDir: string
  /** A database of a PostgreSQL server, which several processes may share; null keeps one in the data folder. */
  databaseUrl: string | null
  /** The most connections of this process to that server. */
  databaseConnections: number
  /** How long what a process has begun is its own without a sign of life, in milliseconds. */
  leaseMs: number
  /** What this process does of a shared installation: answer, work through the queue, or both. */
  role: (typeof roles)[number]
  /** The file with the installation's secret; null keeps one in the data folder. */
  keyFile: string | null
  /** Where backups are kept, and whether one is made every day. */
  backupDir: string
  backsUpDaily: boolean
  port: number
  /** Where the recordings are kept; null means the data folder. */
  store: S3Settings | null
  /** Folders that hold weights, besides the bundled and the data folder's own. */
  modelsFolders: readonly string[]
  /** Serves the catalogue's files in the place of their own hosts; null asks those. */
  modelsMirror: string | null
  modelHub: string | null
  /** Addresses or CIDRs that webhooks may reach although they are private; never settable over HTTP. */
  webhookAllow: readonly string[]
  /** The origin of the desktop app's page, such as app://earshot; null where no shell started us. */
  appOrigin: string | null
  /** The address under which receivers elsewhere see this service; null means its loopback address. */
  publicBaseUrl: string | null
  /** How members elsewhere reach it and sign in; see public-access.ts. */
  publicAccess: PublicAccess
  /** The shell that started us can reach the system's keychain. */
  shellHasKeychain: boolean
  /** Whether that keychain seals `secret-key`; false leaves it readable, also for a service without a shell. */
  secretKeyInKeychain: boolean
  /** A start may make another secret-key in the place of one that is gone. */
  replaceSecretKey: boolean
  /** Where mail is handed in, as smtp(s)://user:password@host:port; null sends none. */
  smtpUrl: string | null
  mailFrom: string
  /** Who owns this installation: the member that is always there. */
  owner: Readonly<{ email: string; name: string | null }>
  /** Multiplies every rate limit. */
  rateLimitFactor: number
  logLevel: string
  /** Where probes and metrics are answered, and nothing else, for those who watch from other machines. */
  operationsListen: Readonly<{ host: string; port: number }> | null
  /** Whether /metrics answers, and to whom: null is off, without a token this machine alone is told. */
  metrics: Readonly<{ token: string | null }> | null
  /** Where traces are sent, and how much of them; null sends none. */
  traces: Readonly<{ url: string; ratio: number }> | null
  /** How long this process goes on answering after it was told to end, and says that it is not ready. */
  drainMs: number
  threads: number
  /** Where the install put its build of whisper-cli. */
  cacheDir: string
  /** Where the install, or the packed app, keeps the database that a first start copies. */
  databaseTemplates: string
  /** A ready whisper-cli, and the folder of the packed one; undefined where there is none. */
  whisperCli: string | undefined
  bundledDir: string | undefined
}>

const roles = ['all', 'api', 'worker'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The only reader of the environment; throws one error that lists every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const env = withSecretFiles(environment, problems)
  const port = Number(env['EARSHOT_PORT'] ?? 4777)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push('EARSHOT_PORT must be a port number from 0 (any free one) to 65535')
  }
  const databaseUrl = readDatabaseUrl(env, problems)
  const databaseConnections = Number(env['EARSHOT_DATABASE_CONNECTIONS'] ?? 10)
  if (!Number.isInteger(databaseConnections) || databaseConnections < 3) {
    problems.push('EARSHOT_DATABASE_CONNECTIONS must be a whole number of at least 3')
  }
  const role = roles.find((one) => one === (env['EARSHOT_ROLE'] || 'all'))
  if (role === undefined) problems.push(`EARSHOT_ROLE must be one of ${roles.join(', ')}`)
  else if (role !== 'all' && databaseUrl === null) {
    problems.push(
      `EARSHOT_ROLE=${role} needs EARSHOT_DATABASE_URL: nobody can share the data folder`,
    )
  }
  const leaseSeconds = Number(env['EARSHOT_LEASE_SECONDS'] ?? 30)
  if (!Number.isFinite(leaseSeconds) || leaseSeconds < 1) {
    problems.push('EARSHOT_LEASE_SECONDS must be a number of at least 1')
  }
  const keyFile = env['EARSHOT_KEY_FILE'] || null
  if (databaseUrl !== null && keyFile === null) {
    problems.push('EARSHOT_DATABASE_URL needs EARSHOT_KEY_FILE: every process has the same key')
  }
  const publicBaseUrl = env['EARSHOT_PUBLIC_BASE_URL'] || null
  if (publicBaseUrl !== null && !URL.canParse(publicBaseUrl)) {
    problems.push('EARSHOT_PUBLIC_BASE_URL must be an address such as https://earshot.example.org')
  }
  const appOrigin = env['EARSHOT_APP_ORIGIN'] || null
  // Only a scheme of our own: a web page's origin must never get in here.
  if (appOrigin !== null && !/^app:\/\/[a-z]{1,32}$/.test(appOrigin)) {
    problems.push('EARSHOT_APP_ORIGIN must be an origin such as app://earshot')
  }
  const logLevel = env['EARSHOT_LOG_LEVEL'] ?? 'info'
  if (!logLevels.includes(logLevel)) {
    problems.push(`EARSHOT_LOG_LEVEL must be one of ${logLevels.join(', ')}`)
  }
  const threads = Number(env['EARSHOT_THREADS'] ?? Math.min(availableParallelism(), 8))
  if (!Number.isInteger(threads) || threads < 1) {
    problems.push('EARSHOT_THREADS must be a whole number of at least 1')
  }
  const rateLimitFactor = Number(env['EARSHOT_RATE_LIMIT_FACTOR'] ?? 1)
  if (!Number.isFinite(rateLimitFactor) || rateLimitFactor <= 0) {
    problems.push('EARSHOT_RATE_LIMIT_FACTOR must be a positive number')
  }
  const operationsListen = readAddress(env['EARSHOT_OPERATIONS_LISTEN'] || null)
  if (operationsListen === undefined) {
    problems.push('EARSHOT_OPERATIONS_LISTEN must be an address and a port, such as 0.0.0.0:9464')
  }
  const metricsToken = env['EARSHOT_METRICS_TOKEN'] || null
  if (metricsToken !== null && !/^[\w.~+/=-]{16,}$/.test(metricsToken)) {
    problems.push('EARSHOT_METRICS_TOKEN must be at least 16 letters and digits')
  }
  const traces = readTraces(env, problems)
  const drainSeconds = Number(env['EARSHOT_DRAIN_SECONDS'] ?? 0)
  if (!(drainSeconds >= 0 && drainSeconds <= 600)) {
    problems.push('EARSHOT_DRAIN_SECONDS must be a number of seconds from 0 to 600')
  }
  const modelsMirror = env['EARSHOT_MODELS_MIRROR'] || null
  if (modelsMirror !== null && !/^https?:$/.test(URL.parse(modelsMirror)?.protocol ?? '')) {
    problems.push('EARSHOT_MODELS_MIRROR must be an address such as https://mirror.example.org')
  }
  const modelHub = readHubAddress(env)
  if (modelHub === undefined) problems.push(hubAddressProblem)
  const smtpUrl = env['EARSHOT_SMTP_URL'] || null
  if (smtpUrl !== null && !isSmtpUrl(smtpUrl)) {
    problems.push('EARSHOT_SMTP_URL must be smtp://host:port or smtps://user:password@host:port')
  }
  const owner = {
    email: env['EARSHOT_OWNER_EMAIL'] || 'owner@localhost',
    name: env['EARSHOT_OWNER_NAME'] || null,
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(owner.email)) {
    problems.push('EARSHOT_OWNER_EMAIL must be an e-mail address')
  }
  const store = readStore(env, problems)
  const publicAccess = readPublicAccess(
    env,
    { publicBaseUrl, sendsMail: smtpUrl !== null },
    problems,
  )
  if (problems.length > 0) throw new Error(`Configuration: ${problems.join('; ')}`)
  const folders = envPaths('earshot', { suffix: '' })
  const cacheDir = env['EARSHOT_CACHE_DIR'] ?? folders.cache
  const dataDir = path.resolve(env['EARSHOT_DATA_DIR'] ?? folders.data)
  return Object.freeze({
    dataDir,
    databaseUrl,
    leaseMs: leaseSeconds * second,
    databaseConnections,
    role: role ?? 'all',
    keyFile,
    backupDir: path.resolve(env['EARSHOT_BACKUP_DIR'] || path.join(dataDir, 'backups')),
    backsUpDaily: env['EARSHOT_BACKUP_DAILY'] !== 'false',
    port,
    store,
    modelsFolders: (env['EARSHOT_MODELS_PATH'] ?? '').split(path.delimiter).filter(Boolean),
    modelsMirror,
    modelHub: modelHub ?? null,
    appOrigin,
    webhookAllow: (env['EARSHOT_WEBHOOK_ALLOW'] ?? '').split(/[\s,]+/).filter(Boolean),
    publicBaseUrl: publicBaseUrl === null ? null : publicBaseUrl.replace(/\/+$/, ''),
    publicAccess,
    shellHasKeychain: env['EARSHOT_SHELL_KEYCHAIN'] === 'true',
    secretKeyInKeychain: env['EARSHOT_SECRET_KEY_IN_KEYCHAIN'] !== 'false',
    replaceSecretKey: env['EARSHOT_REPLACE_SECRET_KEY'] === 'true',
    smtpUrl,
    mailFrom: env['EARSHOT_MAIL_FROM'] || `Earshot <${owner.email}>`,
    owner: Object.freeze(owner),
    rateLimitFactor,
    logLevel,
    operationsListen: operationsListen ?? null,
    metrics:
      metricsToken !== null || env['EARSHOT_METRICS'] === 'true' ? { token: metricsToken } : null,
    traces,
    drainMs: drainSeconds * 1_000,
    threads,
    cacheDir,
    databaseTemplates: env['EARSHOT_DATABASE_TEMPLATES'] ?? path.join(cacheDir, 'database'),
    whisperCli: env['EARSHOT_WHISPER_CLI'],
    bundledDir: env['EARSHOT_BUNDLED_DIR'],
  })
}

/**
 * What opens an encrypted library without asking: EARSHOT_PASSPHRASE, or what is read from the descriptor
 * EARSHOT_PASSPHRASE_FD. No child process inherits it.
 */
export function takePassphrase(env: NodeJS.ProcessEnv): string | null {
  const { EARSHOT_PASSPHRASE: given, EARSHOT_PASSPHRASE_FD: descriptor } = env
  delete env['EARSHOT_PASSPHRASE']
  delete env['EARSHOT_PASSPHRASE_FD']
  if (given) return given
  if (!descriptor) return null
  if (!/^\d+$/.test(descriptor)) throw new Error('EARSHOT_PASSPHRASE_FD must be a number')
  return readFileSync(Number(descriptor), 'utf8').replace(/\r?\n$/, '') || null
}

const secrets = [
  ...['EARSHOT_DATABASE_URL', 'EARSHOT_S3_ACCESS_KEY_ID', 'EARSHOT_S3_SECRET_ACCESS_KEY'],
  ...['EARSHOT_SMTP_URL', 'EARSHOT_OIDC_CLIENT_SECRET', 'EARSHOT_METRICS_TOKEN'],
]

/** Platforms mount secrets as files, which no child process inherits: NAME_FILE names that of NAME. */
function withSecretFiles(env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const read = secrets.flatMap((name): [string, string][] => {
    const file = env[`${name}_FILE`]
    if (!file) return []
    try {
      return [[name, readFileSync(file, 'utf8').trim()]]
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return []
    }
  })
  return { ...env, ...Object.fromEntries(read) }
}

/** An address of this machine and a port; undefined where it is none. */
function readAddress(text: string | null): Config['operationsListen'] | undefined {
  if (text === null) return null
  const [, host = '', port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? []
  return isIP(host) !== 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined
}

/** By our own name or OpenTelemetry's, which holds for all signals: the path of traces is added. */
function readTraces(env: NodeJS.ProcessEnv, problems: string[]): Config['traces'] {
  const endpoint = env['EARSHOT_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const ratio = Number(env['EARSHOT_TRACE_RATIO'] ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) {
    problems.push('EARSHOT_TRACE_RATIO must be a number from 0 to 1')
  }
  if (!endpoint) return null
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    problems.push('EARSHOT_OTLP_ENDPOINT must be an address such as http://localhost:4318')
  }
  return Object.freeze({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, ratio })
}

function isSmtpUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    decodeURIComponent(username + password) // throws where a % is not written as %25
    return /^smtps?:$/.test(protocol) && hostname !== ''
  } catch {
    return false
  }
}
