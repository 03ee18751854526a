import type { Deps } from './deps.ts'
import { analysisRoutes } from './features/analyses/routes.ts'
import { findCaller } from './features/api-keys/api-keys.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { orgRoutes } from './features/org/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { promptRoutes } from './features/prompts/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { transcriptRoutes } from './features/transcripts/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { requireKey } from './http/auth.ts'
import { renderErrors } from './http/errors.ts'
import { guardOrigin } from './http/guard.ts'
import { describeApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { createServer, type App } from './http/server.ts'
import { refuseUnstorableText } from './http/text.ts'

/** The whole HTTP service: every plugin and every slice, in the order in which they act. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = createServer(deps)
  renderErrors(app, deps.baseUrl)
  guardOrigin(app, () => new URL(deps.baseUrl()).port)
  requireKey(app, (key) => findCaller(deps, key))
  refuseUnstorableText(app)
  await describeApi(app, { version: deps.version })
  await servePages(app)

  orgRoutes(app, deps)
  memberRoutes(app, deps)
  apiKeyRoutes(app, deps)
  projectRoutes(app, deps)
  uploadRoutes(app, deps)
  contentRoutes(app, deps)
  transcriptRoutes(app, deps)
  analysisRoutes(app, deps)
  promptRoutes(app, deps)
  searchRoutes(app, deps)
  webhookRoutes(app, deps)

  await app.ready()
  return app
}
