import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import { originOf } from '../../http/origin.ts'
import type { App } from '../../http/server.ts'
import { ContentItem } from '../content/content-item.ts'
import { createReceiver } from './receive.ts'
import { readUploadParts } from './parts.ts'
import { NewUpload, ReceivedUpload, UploadParts } from './schema.ts'
import { UploadSession } from './upload-session.ts'
import { completeUpload, createUpload } from './uploads.ts'

const tags = ['content']

export function uploadRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/upload-url',
    {
      config: {
        scope: 'write',
        audit: null,
        publishable: true,
        crossOrigin: true,
        errors: ['quota_exceeded', 'storage_unavailable'],
      },
      schema: {
        operationId: 'createUpload',
        summary: 'Announce a recording and get the address to send it to',
        tags,
        params: Type.Object({ projectId: Type.String() }),
        body: NewUpload,
        response: { 201: Data(UploadSession) },
      },
    },
    async (request, reply) => {
      const {
        caller,
        params: { projectId },
      } = request
      const input = { ...request.body, origin: originOf(request, deps.config) }
      return reply.code(201).send(ok(request, await createUpload(deps, caller, projectId, input)))
    },
  )

  app.register(async (scope: App) => completeRoute(scope, deps))
  app.register(async (scope: App) => partsRoute(scope, deps))
  app.register(async (scope: App) => receiveRoute(scope, deps))
}

function completeRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/projects/:projectId/content/:contentId/upload-complete',
    {
      config: {
        scope: 'write',
        audit: null,
        publishable: true,
        crossOrigin: true,
        errors: [
          ...([
            'quota_exceeded',
            'upload_incomplete',
            'upload_in_progress',
            'upload_refused',
            'model_unavailable',
          ] as const),
          ...(['storage_unavailable', 'insufficient_storage'] as const),
        ],
      },
      schema: {
        operationId: 'completeUpload',
        summary: 'Confirm an upload, which begins transcription or import',
        tags,
        params: Type.Object({ projectId: Type.String(), contentId: Type.String() }),
        response: { 200: Data(ContentItem), 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      const { projectId, contentId } = request.params
      reply.code(202)
      const { isNew, item } = await completeUpload(deps, request.caller, projectId, contentId)
      return reply.code(isNew ? 202 : 200).send(ok(request, item))
    },
  )
}

function partsRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/projects/:projectId/content/:contentId/upload-parts',
    {
      config: {
        scope: 'write',
        audit: null,
        publishable: true,
        crossOrigin: true,
        errors: ['upload_refused', 'storage_unavailable', 'insufficient_storage'],
      },
      schema: {
        operationId: 'createUploadParts',
        summary: 'Get addresses for a large file in parts, and what of it has arrived',
        ...addition,
        description:
          'For a file above 64 MB of a service whose recordings lie in a store. Send each part that has an ' +
          'address, several at once if you like, then confirm the upload. After a break ask again: what has ' +
          'arrived need not be sent again. Each call gives an hour more.',
        tags,
        params: Type.Object({ projectId: Type.String(), contentId: Type.String() }),
        response: { 200: Data(UploadParts) },
      },
    },
    async (request) => ok(request, await readUploadParts(deps, request.caller, request.params)),
  )
}

function receiveRoute(app: App, deps: Deps): void {
  const receive = createReceiver(deps)
  // Every type is handed on as the raw stream: nothing is buffered, and no JSON limit applies.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.put(
    '/v1/uploads/:token',
    {
      config: {
        open: 'signed',
        audit: null,
        crossOrigin: true,
        bytes: 'request',
        errors: [
          ...(['upload_refused', 'upload_in_progress', 'rate_limited'] as const),
          ...(['storage_unavailable', 'insufficient_storage'] as const),
        ],
      },
      schema: {
        operationId: 'sendUpload',
        summary: 'Send a recording to its upload_url',
        description:
          'Use `upload_url` as it is given, with the `upload_headers` of the session: it is signed ' +
          'for one file, once, for an hour, and needs no key. The body is the file itself.',
        tags,
        params: Type.Object({ token: Type.String({ description: 'Part of upload_url' }) }),
        response: { 200: Data(ReceivedUpload) },
      },
    },
    async (request) => {
      const received = await receive({
        token: request.params.token,
        contentType: request.headers['content-type'],
        contentLength: request.headers['content-length'],
        body: request.raw,
      })
      return ok(request, received)
    },
  )
}
