import { Type } from 'typebox'
import { forAllOrganizations } from '../../core/organization-context.ts'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { originOf } from '../../http/origin.ts'
import type { App } from '../../http/server.ts'
import { listBundles, putBundle, readBundle, readTranscriptBundle } from './bundles.ts'
import { putTranscript } from './put-content.ts'
import {
  Bundle,
  BundleInput,
  BundlesQuery,
  BundleState,
  ListedBundle,
  StoredTranscript,
  TranscriptBundle,
  TranscriptBundleInput,
} from './schema.ts'

const tags = ['bundles']
const params = Type.Object({ bundleId: Type.String() })
const ofTranscript = Type.Object({
  bundleId: Type.String(),
  version: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Version of the transcript',
  }),
})
/** Ten hours of talk are 10 MB; nothing in one request is as long as several of them. */
const bodyLimit = 32 * 2 ** 20
// What was brought has its entry in the transaction that stores it, under what it is.
const putting = { scope: 'write', audit: null, rate: 'move', isSlow: true } as const

export function bundleRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/bundles',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listBundles',
        summary: 'Prompts, projects or recordings that can go to another installation',
        ...addition,
        description:
          'Newest first, those in the bin too; no built-in prompt. All operations with bundles need an admin’s key ' +
          'that is not restricted to projects. `earshot move` uses them.',
        tags,
        querystring: BundlesQuery,
        response: { 200: Page(ListedBundle) },
      },
    },
    async (request) => page(request, await listBundles(deps, request.caller, request.query)),
  )

  app.get(
    '/v1/bundles/:bundleId',
    {
      config: { scope: 'read', audit: 'bundle.exported', isTakenOut: true },
      schema: {
        operationId: 'getBundle',
        summary: 'All that is stored of a prompt, project or recording',
        ...addition,
        description: 'Transcripts and the file are named in it and read by themselves.',
        tags,
        params,
        response: { 200: Data(Bundle) },
      },
    },
    async (request) => {
      const { bundleId } = request.params
      const origin = originOf(request, deps.config)
      return ok(request, await readBundle(deps, request.caller, bundleId, origin))
    },
  )

  app.put(
    '/v1/bundles/:bundleId',
    {
      bodyLimit,
      config: {
        ...putting,
        errors: [
          ...(['id_taken', 'quota_exceeded', 'upload_refused', 'upload_in_progress'] as const),
          ...(['storage_unavailable', 'insufficient_storage'] as const),
        ],
      },
      schema: {
        operationId: 'putBundle',
        summary: 'Take in a prompt, project or recording of another installation',
        ...addition,
        description:
          'It keeps its id and its times; no event tells of it, and nothing is transcribed or analysed anew. Projects come before ' +
          'their recordings. The answer to one of a recording says what is missing: send that, then the same request again, ' +
          'until it is `stored`. What is there already stays as it is.',
        tags,
        params,
        body: BundleInput,
        response: { 200: Data(BundleState) },
      },
    },
    async (request) => {
      const input = { ...request.body, origin: originOf(request, deps.config) }
      // Another organization may have the id, which is refused by a look.
      const put = () => putBundle(deps, request.caller, request.params.bundleId, input)
      return ok(request, await forAllOrganizations(put))
    },
  )

  app.get(
    '/v1/bundles/:bundleId/transcripts/:version',
    {
      config: { scope: 'read', audit: 'transcript.exported', isTakenOut: true },
      schema: {
        operationId: 'getTranscriptBundle',
        summary: 'All that is stored of a version of a transcript',
        ...addition,
        tags,
        params: ofTranscript,
        response: { 200: Data(TranscriptBundle) },
      },
    },
    async (request) => {
      const { bundleId, version } = request.params
      return ok(request, await readTranscriptBundle(deps, request.caller, bundleId, version))
    },
  )

  app.put(
    '/v1/bundles/:bundleId/transcripts/:version',
    {
      bodyLimit,
      config: putting,
      schema: {
        operationId: 'putTranscriptBundle',
        summary: 'Send a version of a transcript of a recording that is being taken in',
        ...addition,
        description: 'Once it is stored, or the recording is complete, this changes nothing.',
        tags,
        params: ofTranscript,
        body: TranscriptBundleInput,
        response: { 200: Data(StoredTranscript) },
      },
    },
    async (request) => {
      const { bundleId, version } = request.params
      const { row } = request.body
      const put = () => putTranscript(deps, request.caller, { id: bundleId, version, row })
      return ok(request, await forAllOrganizations(put))
    },
  )
}
