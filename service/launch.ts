import module from 'node:module'
import path from 'node:path'
import type { Config } from './config.ts'
import { systemClock } from './core/time.ts'
import { prepareDataFolder } from './data-folder.ts'
import { takeOwnership } from './db/owner-lock.ts'
import type { OpenedBy } from './encryption/library-lock.ts'
import { createLibraryHost, type LibraryHost } from './library-host.ts'
import type { Adapters } from './start.ts'

/**
 * Starts the service as the main work of a process or, where its library is damaged, recovery mode, from which
 * the same process goes on into the service (reliability.md PG-2, B-3). Rejects where neither can be had.
 */
export async function launchService(
  config: Config,
  adapters: Adapters & OpenedBy,
): Promise<LibraryHost> {
  // Saves half of the processor time of loading some 2,000 modules.
  module.enableCompileCache(path.join(config.cacheDir, 'compiled'))
  await prepareDataFolder(config.dataDir)
  const owner = await takeOwnership(config.dataDir, { onLost: adapters.onFatal })
  try {
    const clock = adapters.clock ?? systemClock
    const host = await createLibraryHost(config, { ...adapters, clock }, owner)
    // Written here, because a process that is killed would leave nothing for the next start.
    module.flushCompileCache()
    return host
  } catch (error) {
    await owner.release()
    throw error
  }
}
