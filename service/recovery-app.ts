import { currentApiVersion } from './core/api-version.ts'
import type { Caller } from './core/caller.ts'
import type { Config } from './config.ts'
import { ApiError } from './core/errors.ts'
import { newId } from './core/ids.ts'
import type { Log } from './core/log.ts'
import { isSameSecret, sha256Hex } from './core/secrets.ts'
import type { Clock } from './core/time.ts'
import type { EncryptionHost } from './encryption/host.ts'
import { unlockRoutes } from './features/encryption/routes.ts'
import { recoveryRoutes } from './features/recovery/routes.ts'
import { requireKey, requireRights } from './http/auth.ts'
import { renderErrors } from './http/errors.ts'
import { guardOrigin } from './http/guard.ts'
import { shownAddress } from './http/origin.ts'
import { servePages } from './http/pages.ts'
import { answerProbes } from './http/probes.ts'
import { createServer, type App } from './http/server.ts'
import { proveSession } from './http/session-proof.ts'
import { createTokenBuckets } from './http/token-buckets.ts'
import type { RecoveryHost } from './recovery/host.ts'

type Options = {
  config: Config
  log: Log
  clock: Clock
  baseUrl: () => string
  sessionToken: string
  recovery: RecoveryHost
  encryption: EncryptionHost
}

/** What answers in the place of the service while its library is closed: the page, and what opens it again. */
export async function buildRecoveryApp(options: Options): Promise<App> {
  const { config, clock, baseUrl, sessionToken, recovery, encryption } = options
  const address = () => shownAddress(options)
  const app = createServer({ ...options, baseUrl: address })
  renderErrors(app, address)
  guardOrigin(app, { port: () => new URL(baseUrl()).port, appOrigin: config.appOrigin })
  refuseTheRest(app, encryption)
  const owner = sessionCaller()
  const owned = sha256Hex(sessionToken)
  const findOwner = async (hash: string) => (isSameSecret(hash, owned) ? owner : null)
  requireKey(app, findOwner, createTokenBuckets(clock))
  requireRights(app)
  await servePages(app)
  proveSession(app, options)
  answerProbes(app, options, { library: refuse })
  recoveryRoutes(app, { config, recovery })
  unlockRoutes(app, { config, encryption })
  await app.ready()
  return app
}

const answered = [
  ...['/', '/session-proof', '/healthz', '/readyz'],
  ...['/v1/recovery', '/v1/encryption', '/v1/encryption/unlock'],
]

/** Nothing of the library can be asked for. */
const refuse = (): Promise<never> => Promise.reject(new Error('The library is closed.'))

/** Before the key is looked at: whose it is, only the library knows. */
function refuseTheRest(app: App, encryption: EncryptionHost): void {
  app.addHook('onRequest', async (request) => {
    const [address = ''] = request.url.split('?')
    if (answered.includes(address) || address.startsWith('/app/')) return
    const { isLocked, isMoving, work } = encryption.state()
    if (work?.status === 'running') {
      throw new ApiError(
        'library_locked',
        'The library is being encrypted or decrypted. Wait until it is done.',
      )
    }
    if (isMoving) throw new ApiError('library_locked', 'The library is being opened or closed.')
    if (isLocked) {
      const text = 'The library is locked. Open Earshot, or run: earshot encryption unlock'
      throw new ApiError('library_locked', text)
    }
    throw new ApiError(
      'recovery_mode',
      'The library cannot be opened. Open Earshot, or run: earshot recovery',
    )
  })
}

/** The owner, whose id and organization are in the database that is not open. */
const sessionCaller = (): Caller => ({
  keyId: newId('key'),
  organizationId: newId('org'),
  keyType: 'secret',
  scopes: ['read', 'write'],
  projectIds: null,
  memberId: newId('mem'),
  role: 'admin',
  apiVersion: currentApiVersion,
  expiresAt: null,
  isSession: true,
})
