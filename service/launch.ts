import module from 'node:module'
import path from 'node:path'
import { lackOfStore } from './blobs/s3/settings.ts'
import type { Config } from './config.ts'
import { once } from './core/once.ts'
import { systemClock } from './core/time.ts'
import { prepareDataFolder } from './data-folder.ts'
import { takeOwnership } from './db/owner-lock.ts'
import type { OpenedBy } from './encryption/library-lock.ts'
import { createLibraryHost, type LibraryHost } from './library-host.ts'
import type { Adapters } from './adapters.ts'

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
  if (config.databaseUrl !== null) return launchShared(config, config.databaseUrl, adapters)
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

/** The service on a database that others may share; its data folder is for temporary files and models. */
async function launchShared(
  config: Config,
  url: string,
  adapters: Adapters & OpenedBy,
): Promise<LibraryHost> {
  const { log, onFatal } = adapters
  const owner = await takeOwnership(config.dataDir, { onLost: onFatal })
  try {
    const { openServerDatabase } = await import('./db/open-server-database.ts')
    const { startService } = await import('./start.ts')
    if (config.store === null) {
      if (config.role !== 'all') throw new Error(`Configuration: ${lackOfStore(config.role)}`)
      log.warn('recordings lie in the folder of this process alone: EARSHOT_S3_BUCKET shares them')
    }
    const db = await openServerDatabase({ url, connections: config.databaseConnections, log })
    const service = await startService(config, { ...adapters, db })
    module.flushCompileCache()
    const stop = once(async () => {
      await service.stop()
      await owner.release()
    })
    const { baseUrl, sessionToken } = service
    return { baseUrl: () => baseUrl, sessionToken, service: () => service, stop }
  } catch (error) {
    await owner.release()
    throw error
  }
}
