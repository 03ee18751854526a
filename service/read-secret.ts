import type { Config } from './config.ts'
import { fingerprintOf } from './core/secrets.ts'
import { requireSameKey } from './db/installation-key.ts'
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
    const secret = await readKeyFile(config.keyFile)
    await requireSameKey(db.sql, fingerprintOf(secret))
    return secret
  }
  const mayMake = config.replaceSecretKey || !(await hasOrganization(db.sql))
  const usesKeychain = config.secretKeyInKeychain
  return readOrMakeSecret(config.dataDir, { mayMake, usesKeychain, ...sealing })
}
