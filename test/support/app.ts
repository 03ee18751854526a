import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import type { EncryptionHost } from '../../service/encryption/host.ts'
import type { RecoveryHost } from '../../service/recovery/host.ts'
import type { Adapters } from '../../service/adapters.ts'
import { startService, type Service } from '../../service/start.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { openTestDatabase } from './database.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, scriptedWriter } from './engine.ts'
import { testPassphraseCost } from './library-keys.ts'
import { fetchChecked } from './own-document.ts'

export type Answer = {
  status: number
  headers: Headers
  /** The parsed JSON body; tests read into it freely and assert what they find. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
  body: any
}

type CallOptions = {
  body?: unknown
  /** Null sends no Authorization header. */
  key?: string | null
  headers?: Record<string, string>
}

export type TestApp = Service & {
  clock: FakeClock
  dataDir: string
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
}

type Options = Partial<Adapters> & { env?: Record<string, string> }

/** The real service on a free port, with a database in memory, a fake clock and scripted engines. */
export async function startTestApp({ env = {}, ...adapters }: Options = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-test-'))
  const clock = createFakeClock()
  const config = readConfig({
    EARSHOT_DATA_DIR: dataDir,
    EARSHOT_PORT: '0',
    // A clock that is advanced by days would begin them all the time.
    EARSHOT_BACKUP_DAILY: 'false',
    // A database that was used before is opened in a folder of its own.
    ...(adapters.db && { EARSHOT_REPLACE_SECRET_KEY: 'true' }),
    ...env,
  })
  const service = await startService(config, {
    log: createLog(process.env['EARSHOT_TEST_LOG'] ?? 'silent'),
    clock,
    db: adapters.db ?? (await openTestDatabase()),
    transcriber: scriptedTranscriber(),
    writer: scriptedWriter(),
    embedder: absentEmbedder(),
    recovery: patientHost,
    encryption: patientLock,
    passphraseCost: testPassphraseCost,
    ...adapters,
  })
  return {
    ...service,
    clock,
    dataDir,
    call: (method, url, options) => callService(service, method, url, options),
    stop: async () => {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Takes an action and never comes to it: what happens then is what the tests of library-host.ts show. */
const patientHost: RecoveryHost = {
  state: () => ({ isOpen: true, damage: null, work: null }),
  actions: () => ['try_again'],
  begin: () => {},
}

/** The same for encryption, see service/library-encryption.ts: all is said to be done. */
const patientLock: EncryptionHost = {
  state: () => ({
    ...{ isEncrypted: true, isLocked: false, isMoving: false, hasKeychain: true },
    openedBy: ['passphrase', 'recovery_code'],
    work: { action: 'encrypt', status: 'completed', progress: 1, error_code: null },
  }),
  encrypt: async () => 'recovery code',
  decrypt: () => {},
  rekey: async () => 'recovery code',
  lock: () => {},
  unlock: async () => {},
  changePassphrase: async () => {},
  useKeychain: async () => {},
  renewRecoveryCode: async () => 'recovery code',
}

export async function callService(
  { baseUrl, sessionToken }: Pick<Service, 'baseUrl' | 'sessionToken'>,
  method: string,
  url: string,
  { body, key = sessionToken, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetchChecked(new URL(url, baseUrl), {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}
