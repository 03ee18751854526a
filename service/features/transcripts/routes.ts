import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { dispositionOf } from '../../http/disposition.ts'
import { ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { readPartial } from '../transcription/partial-transcript.ts'
import { exportTranscript, nameExport } from './exports/exports.ts'
import { chooseFormat, contentTypeOf, type Format } from './exports/formats.ts'
import { TranscriptAnswer, exportGuide, TranscriptQuery } from './schema.ts'
import { TranscriptVersion } from './transcript.ts'
import { readTranscript } from './transcripts.ts'
import { listVersions } from './versions.ts'

const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function transcriptRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/transcript',
    {
      config: { scope: 'read', audit: 'transcript.exported', errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'getTranscript',
        summary: 'The transcript of a recording',
        tags: ['content'],
        params,
        description: exportGuide,
        querystring: TranscriptQuery,
        response: { 200: TranscriptAnswer },
      },
    },
    async (request, reply) => sendTranscript(deps, request, reply),
  )
}

export function transcriptVersionRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/transcript/versions',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTranscriptVersions',
        summary: 'Versions of a transcript, newest first',
        tags: ['transcripts'],
        params,
        querystring: PagingQuery,
        response: { 200: Page(TranscriptVersion) },
      },
    },
    async (request) =>
      page(request, await listVersions(deps, request.caller, request.params, request.query)),
  )
}

type Request = FastifyRequest<{
  Params: { projectId: string; contentId: string }
  Querystring: TranscriptQuery
}>

/** Answers with the transcript in the format the client requested. */
async function sendTranscript(deps: Deps, request: Request, reply: FastifyReply) {
  const { caller } = request
  const { version, format: requested, partial, ...marks } = request.query
  const format = chooseFormat(requested, request.headers.accept)
  const ref = { ...request.params, version }
  reply.header('vary', 'accept')
  // Download headers are set last: errors are answered as JSON, not as a file to save.
  const name = () => nameExport(deps, caller, ref, format)
  if (format === 'json') {
    const read = partial === true && version === undefined ? readPartial : readTranscript
    const answer = ok(request, await read(deps, caller, ref))
    if (requested) setFileHeaders(reply, format, await name())
    return answer
  }
  const file = await exportTranscript(deps, caller, ref, { format, ...marks })
  setFileHeaders(reply, format, await name())
  return reply.send(file)
}

function setFileHeaders(reply: FastifyReply, format: Format, filename: string): void {
  reply
    .type(contentTypeOf(format))
    .header('content-disposition', dispositionOf(filename, 'attachment'))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
}
