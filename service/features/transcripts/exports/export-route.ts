import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { dispositionOf } from '../../../http/disposition.ts'
import { Data, ok } from '../../../http/envelope.ts'
import { StringEnum } from '../../../http/shapes.ts'
import { Transcript } from '../schema.ts'
import { readTranscript } from '../transcripts.ts'
import { chooseFormat } from './choose-format.ts'
import { exportTranscript, nameExport } from './exports.ts'
import { contentTypeOf, formats, mediaTypeOf, type Format } from './formats.ts'

export const TranscriptQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'A version of its history; left out, the current one',
      examples: [1],
    }),
  ),
  format: Type.Optional(
    StringEnum(formats, {
      description:
        'How it is written; wins over Accept. The answer is for saving, under the name of the recording',
      examples: ['srt'],
    }),
  ),
  timestamps: Type.Boolean({
    default: true,
    description: 'Whether times stand in txt, md and docx; subtitles always have them',
    examples: [true],
  }),
  speakers: Type.Boolean({
    default: true,
    description: 'Whether speakers are named in txt, srt, vtt, md and docx',
    examples: [true],
  }),
})
export type TranscriptQuery = Static<typeof TranscriptQuery>

const Text = { schema: Type.String() }

export const TranscriptAnswer = {
  description: 'The transcript, in the format asked for',
  content: {
    'application/json': { schema: Data(Transcript) },
    [mediaTypeOf('txt')]: Text,
    [mediaTypeOf('srt')]: Text,
    [mediaTypeOf('vtt')]: Text,
    [mediaTypeOf('md')]: Text,
    [mediaTypeOf('docx')]: { schema: Type.String({ format: 'binary' }) },
  },
}

export const exportGuide =
  'As JSON, or as a file: plain text, SubRip or WebVTT subtitles, Markdown with front matter, Word. ' +
  '`format` says which, or `Accept` with its weights; where Accept fits none of them it is JSON.'

type Request = FastifyRequest<{
  Params: { projectId: string; contentId: string }
  Querystring: TranscriptQuery
}>

/** Answers with the transcript in the format the client requested. */
export async function sendTranscript(deps: Deps, request: Request, reply: FastifyReply) {
  const { caller } = request
  const { version, format: requested, ...marks } = request.query
  const format = chooseFormat(requested, request.headers.accept)
  const ref = { ...request.params, version }
  reply.header('vary', 'accept')
  // The headers of a file wait for it: what cannot be read is answered as an error, not for saving.
  const name = () => nameExport(deps, caller, ref, format)
  if (format === 'json') {
    const answer = ok(request, await readTranscript(deps, caller, ref))
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
