import type { Deps } from './deps.ts'
import { renderErrors } from './http/errors.ts'
import { toListenFailure } from './http/listen-failure.ts'
import { shownAddress } from './http/origin.ts'
import { answerProbes } from './http/probes.ts'
import { createServer, type App } from './http/server.ts'
import { readinessParts } from './readiness.ts'

/**
 * Metrics, where they are configured, and where it says so an address of their own for them and the probes: whoever
 * watches from another machine calls it by whatever name it has, and can reach nothing else there
 * (api-choices.md 40). Both end with the app.
 */
export async function openOperations(app: App, deps: Deps): Promise<void> {
  const { metrics, operationsListen: address } = deps.config
  const baseUrl = () => shownAddress(deps)
  const own = address && createServer({ ...deps, baseUrl })
  if (own) {
    renderErrors(own, baseUrl)
    answerProbes(own, deps, readinessParts(deps))
  }
  if (metrics) {
    const { serveMetrics } = await import('./telemetry/routes.ts')
    serveMetrics(own ?? app, deps, metrics)
  }
  if (!own) return
  app.addHook('onClose', () => own.close())
  await own.listen(address).catch((error: unknown) => {
    throw toListenFailure('EARSHOT_OPERATIONS_LISTEN', address, error)
  })
  deps.log.info({ ...address }, 'probes and metrics are answered here as well')
}
