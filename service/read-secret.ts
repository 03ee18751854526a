import type { Config } from './config.ts'
import { fingerprintOf } from './core/secrets.ts'
import type { Db } from './db/database.ts'
import { OtherKey, requireSameKey } from './db/installation-key.ts'
import type { Deps } from './deps.ts'
import { hasOrganization } from './features/org/org.ts'
import { readKeyFile, readOrMakeSecret } from './installation-secret.ts'
import type { Adapters } from './adapters.ts'

/** The installation's secret: of a shared one from a file that whoever set it up gives to every process. */
export async function readSecret(
  { db }: Pick<Deps, 'db'>,
  config: Config,
  sealing: Pick<Required<Adapters>, 'log' | 'keychain' | 'libraryKeys'>,
): Promise<Buffer> {
  if (config.keyFile !== null) {
    const secret = await readKeyFile(config.keyFile).catch(nameVariable)
    await requireSameKey(db.sql, fingerprintOf(secret))
    return secret
  }
  const mayMake = config.replaceSecretKey || !(await hasOrganization(db.sql))
  const usesKeychain = config.secretKeyInKeychain
  return readOrMakeSecret(config.dataDir, { mayMake, usesKeychain, ...sealing })
}

/** What the system says names the file alone; ours names the variable. */
function nameVariable(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) throw error
  throw new Error(`EARSHOT_KEY_FILE: ${error.message}`, { cause: error })
}

/**
 * A process that stood still so long that it counted for none may not have been there when the key was exchanged
 * (rotate-key.ts): nobody could open what it would seal.
 */
export function endOnOtherKey({ sql, signals }: Db, secret: Buffer, onFatal: Adapters['onFatal']) {
  let isDue = false
  const endings = [
    signals.on('lease.lost', () => void (isDue = true)),
    signals.on('lease.renewed', async () => {
      if (!isDue) return
      isDue = false
      await requireSameKey(sql, fingerprintOf(secret)).catch((error: unknown) => {
        isDue = true
        if (error instanceof OtherKey) onFatal?.(error)
      })
    }),
  ]
  return () => endings.forEach((end) => end())
}
