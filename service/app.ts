import type { Caller } from './core/caller.ts'
import { forAllOrganizations } from './core/organization-context.ts'
import type { Deps } from './deps.ts'
import { actionRoutes } from './features/actions/routes.ts'
import { audioRoutes } from './features/audio/routes.ts'
import { analysisRoutes } from './features/analyses/routes.ts'
import { mayUploadFrom } from './features/api-keys/allowed-origins.ts'
import { createCallers } from './features/api-keys/callers.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { beginAudit } from './features/audit-log/audit-log.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { askRoutes } from './features/ask/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bundleRoutes } from './features/bundles/routes.ts'
import { calendarRoutes } from './features/calendars/routes.ts'
import { chapterRoutes } from './features/chapters/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { beginOnce } from './features/idempotency/idempotency.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { machineRoutes } from './features/machine/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { modelFigureRoutes } from './features/model-figures/routes.ts'
import { modelServerRoutes } from './features/model-servers/routes.ts'
import { modelRoutes } from './features/models/routes.ts'
import { insightsRoutes } from './features/insights/routes.ts'
import { Envelope } from './features/events/events.ts'
import { eventRoutes } from './features/events/routes.ts'
import { notesRoutes } from './features/notes/routes.ts'
import { notesFolderRoutes } from './features/notes-folders/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { isOperator, readAssistantsMayWrite } from './features/org/org.ts'
import { orgRoutes } from './features/org/routes.ts'
import { orphanRoutes } from './features/orphans/routes.ts'
import { overviewRoutes } from './features/overviews/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { promptRoutes } from './features/prompts/routes.ts'
import { encryptionRoutes } from './features/encryption/routes.ts'
import { recoveryRoutes, replacedLibraryRoutes } from './features/recovery/routes.ts'
import { findSessionCaller } from './features/sessions/sessions.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { queueRoutes } from './features/queue/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { talkRoutes } from './features/talk/routes.ts'
import { transcriptionRoutes } from './features/transcription/routes.ts'
import { editingRoutes } from './features/editing/routes.ts'
import { transcriptRoutes, transcriptVersionRoutes } from './features/transcripts/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { trialRoutes } from './features/analyses/trial-routes.ts'
import { verificationRoutes } from './features/verification/routes.ts'
import { voiceRoutes } from './features/voices/routes.ts'
import { waveformRoutes } from './features/waveform/routes.ts'
import { watchedFolderRoutes } from './features/watched-folders/routes.ts'
import { sentData } from './features/webhooks/results.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { chooseVersion } from './http/api-version.ts'
import { limitAssistants } from './http/assistants.ts'
import { auditRequests } from './http/audit.ts'
import { requireKey, requireRights } from './http/auth.ts'
import { renderErrors } from './http/errors.ts'
import { limitToOperators } from './http/operators.ts'
import { openEventStreams } from './http/event-stream.ts'
import { guardOrigin } from './http/guard.ts'
import { answerOnce } from './http/idempotency.ts'
import { nameOrganization } from './http/observe-requests.ts'
import { describeApi } from './http/openapi.ts'
import { shownAddress } from './http/origin.ts'
import { servePages } from './http/pages.ts'
import { answerProbes } from './http/probes.ts'
import { limitRates } from './http/rate-limit.ts'
import { createServer, type App } from './http/server.ts'
import { proveSession } from './http/session-proof.ts'
import { refuseUnstorableText } from './http/text.ts'
import { createTokenBuckets } from './http/token-buckets.ts'
import { assistantRoutes } from './mcp/routes.ts'
import { toolNames } from './mcp/tools.ts'
import { openOperations } from './operations.ts'
import { readinessParts } from './readiness.ts'

/** The whole HTTP service: every plugin and every slice, in the order in which they act. */
export async function buildApp(deps: Deps, sessionToken: string): Promise<App> {
  const { listen, trustedProxies } = deps.config.publicAccess
  const address = () => shownAddress(deps)
  const app = createServer({ ...deps, baseUrl: address, trustedProxies })
  const buckets = createTokenBuckets(deps.clock, deps.signals)
  renderErrors(app, address)
  const port = () => new URL(deps.baseUrl()).port
  const { publicBaseUrl } = deps.config
  const publicOrigin = listen && publicBaseUrl !== null ? new URL(publicBaseUrl).origin : null
  guardOrigin(app, {
    ...{ port, publicOrigin, appOrigin: deps.config.appOrigin },
    named: {
      mayUploadFrom: (origin, place) =>
        forAllOrganizations(() => mayUploadFrom(deps, origin, place)),
      buckets,
    },
  })
  // Whose it is comes out by this.
  const findCaller = createCallers(deps)
  requireKey(app, (hash) => forAllOrganizations(() => findCaller(hash)), buckets, {
    find: (hash) => forAllOrganizations(() => findSessionCaller(deps, hash)),
    csrfKey: () => deps.keys.csrf,
  })
  nameOrganization(app)
  chooseVersion(app)
  limitRates(app, buckets, deps.config.rateLimitFactor)
  requireRights(app)
  limitToOperators(app, {
    isOperator: (caller) => isOperator(deps, caller),
    hasOwnLibrary: () => !deps.db.isShared,
  })
  const mayAssistantsWrite = (caller: Caller) => readAssistantsMayWrite(deps, caller)
  limitAssistants(app, { mayWrite: mayAssistantsWrite, tools: toolNames })
  refuseUnstorableText(app)
  answerOnce(app, beginOnce(deps))
  auditRequests(app, beginAudit(deps))
  await describeApi(app, {
    version: deps.version,
    address: publicBaseUrl,
    events: { envelope: Envelope, data: sentData },
  })
  await servePages(app, async () => (await deps.blobs.direct?.origin()) ?? null)
  proveSession(app, { ...deps, sessionToken })
  answerProbes(app, deps, readinessParts(deps))
  await openOperations(app, deps)

  orgRoutes(app, deps)
  memberRoutes(app, deps)
  invitationRoutes(app, deps)
  sessionRoutes(app, deps)
  signInRoutes(app, deps)
  noticeRoutes(app, deps)
  apiKeyRoutes(app, deps)
  auditLogRoutes(app, deps)
  projectRoutes(app, deps)
  uploadRoutes(app, deps)
  contentRoutes(app, deps)
  orphanRoutes(app, deps)
  recoveryRoutes(app, deps)
  encryptionRoutes(app, deps)
  replacedLibraryRoutes(app, deps)
  transcriptRoutes(app, deps)
  talkRoutes(app, deps)
  overviewRoutes(app, deps)
  waveformRoutes(app, deps)
  chapterRoutes(app, deps)
  notesRoutes(app, deps)
  notesFolderRoutes(app, deps)
  transcriptVersionRoutes(app, deps)
  editingRoutes(app, deps)
  transcriptionRoutes(app, deps)
  queueRoutes(app, deps)
  liveRoutes(app, deps)
  audioRoutes(app, deps)
  analysisRoutes(app, deps)
  insightsRoutes(app, deps)
  actionRoutes(app, deps)
  promptRoutes(app, deps)
  trashRoutes(app, deps)
  trialRoutes(app, deps)
  modelRoutes(app, deps)
  modelServerRoutes(app, deps)
  modelFigureRoutes(app, deps)
  machineRoutes(app, deps)
  verificationRoutes(app, deps)
  backupRoutes(app, deps)
  bundleRoutes(app, deps)
  voiceRoutes(app, deps)
  searchRoutes(app, deps)
  askRoutes(app, deps)
  watchedFolderRoutes(app, deps)
  calendarRoutes(app, deps)
  webhookRoutes(app, deps)
  eventRoutes(app, deps, await openEventStreams(app, deps))

  assistantRoutes(app, { ...deps, mayWrite: mayAssistantsWrite })

  await app.ready()
  return app
}
