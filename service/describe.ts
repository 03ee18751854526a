import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLog } from './core/log.ts'
import { createSignals } from './core/signals.ts'
import { systemClock } from './core/time.ts'
import type { Deps } from './deps.ts'
import { readVersion } from './version.ts'

/** The OpenAPI document. It needs the routes only: no database is opened, no model looked for. */
export async function describeService(): Promise<object> {
  const routesOnly = {
    config: readConfig({}),
    version: await readVersion(),
    baseUrl: () => 'http://127.0.0.1:4777',
    log: createLog('silent'),
    clock: systemClock,
    signals: createSignals(),
  }
  // Handlers take the rest when they are called, and none is called here.
  const app = await buildApp(routesOnly as unknown as Deps, '')
  const description = app.swagger()
  await app.close()
  return description
}
