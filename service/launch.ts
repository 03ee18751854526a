import module from 'node:module'
import path from 'node:path'
import type { Config } from './config.ts'
import { openDatabase } from './db/open-database.ts'
import type { Adapters, Service } from './start.ts'

/**
 * Starts the service as the main work of a process: PostgreSQL comes up on its thread while the rest
 * of the code is loaded, and what Node compiles is kept for the next start. Rejects as startService does.
 */
export async function launchService(config: Config, adapters: Adapters): Promise<Service> {
  // Saves half of the processor time of loading some 2,000 modules.
  module.enableCompileCache(path.join(config.cacheDir, 'compiled'))
  const { log, onFatal, startScript } = adapters
  const { dataDir, databaseTemplates: templates } = config
  const opening = openDatabase({ dataDir, log, onFatal, startScript, templates })
  // startService awaits it; until then a refusal must not count as unhandled.
  opening.catch(() => {})
  const { startService } = await import('./start.ts')
  const service = await startService(config, { ...adapters, db: opening })
  // Written here, because a process that is killed would leave nothing for the next start.
  module.flushCompileCache()
  return service
}
