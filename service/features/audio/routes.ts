import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TemporaryFile } from '../../blobs/temporary-file.ts'
import type { Deps } from '../../deps.ts'
import { takeForm, type FormFile } from '../../http/form.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { addition } from '../../http/openapi-badges.ts'
import { sendEvents } from '../../http/send-events.ts'
import type { App } from '../../http/server.ts'
import { maxFileBytes } from '../uploads/uploads.ts'
import { writeSpeech } from './answers.ts'
import { requireMatching, toPrompt, transcribeAudio } from './audio.ts'
import { isHarmless } from './foreign-fields.ts'
import {
  streamGuide,
  TranscriptionAnswer,
  TranscriptionForm,
  TranslationAnswer,
  TranslationForm,
} from './schema.ts'
import { createSpeechEvents } from './stream.ts'

const tags = ['audio']

/** Choice: it changes nothing unless a project is named, so that reading is enough (api-choices.md 32). */
const config = {
  // The recording and the words are of who sends it; nothing is kept.
  audit: null,
  scope: 'read',
  bytes: 'request',
  form: true,
  neverKept: true,
  openAi: true,
  errors: [
    'project_access_denied',
    'not_found',
    'quota_exceeded',
    'model_unavailable',
    'content_not_processing',
    'storage_unavailable',
  ],
} as const

const guide =
  'As OpenAI’s API has it, so that its clients and programs with a custom endpoint work unchanged: ' +
  'give them the address of this service with /v1 and an API key. The recording is transcribed before ' +
  'those that wait in the queue, and forgotten unless `project_id` names who keeps it. It takes as long as ' +
  'it takes: give clients time for long ones. When the client goes, the work ends.'

export function audioRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => routesOf(scope, deps))
}

async function routesOf(app: App, deps: Deps): Promise<void> {
  const form = await takeForm(app, {
    field: 'file',
    mostBytes: maxFileBytes,
    receive: (bytes, announced) => deps.blobs.receiveTemporary(bytes, announced ?? 0),
    lists: ['timestamp_granularities[]', 'include[]'],
    isPassedOver: isHarmless,
  })

  app.post(
    '/v1/audio/transcriptions',
    {
      config,
      schema: {
        operationId: 'createTranscription',
        summary: 'What is said in a recording, at once, in OpenAI’s shape',
        ...addition,
        description: `${guide}\n\n${streamGuide}`,
        tags,
        consumes: ['multipart/form-data'],
        body: TranscriptionForm,
        response: { 200: TranscriptionAnswer },
      },
    },
    async (request, reply) => {
      requireMatching(request.body)
      const { response_format: format = 'json', stream, task } = request.body
      const translates = task === 'translate'
      const order = toOrder({ request, reply, file: form.requireFile(request) }, translates)
      const withLogprobs = request.body['include[]'] !== undefined
      if (stream) {
        return sendEvents(deps, { request, reply }, async (say) => {
          const events = createSpeechEvents(say)
          const speech = await transcribeAudio(deps, request.caller, {
            ...order,
            onText: events.onText,
          })
          events.end(speech, { isDiarized: format === 'diarized_json', withLogprobs })
        })
      }
      const speech = await transcribeAudio(deps, request.caller, order)
      const granularities = request.body['timestamp_granularities[]'] ?? ['segment']
      return send(reply, writeSpeech(speech, { format, granularities, translates, withLogprobs }))
    },
  )

  app.post(
    '/v1/audio/translations',
    {
      config,
      schema: {
        operationId: 'createTranslation',
        summary: 'What is said in a recording, in English, in OpenAI’s shape',
        ...addition,
        description: `${guide} It needs a multilingual model.`,
        tags,
        consumes: ['multipart/form-data'],
        body: TranslationForm,
        response: { 200: TranslationAnswer },
      },
    },
    async (request, reply) => {
      const order = toOrder({ request, reply, file: form.requireFile(request) }, true)
      const speech = await transcribeAudio(deps, request.caller, order)
      const { response_format: format = 'json' } = request.body
      const wanted = { granularities: ['segment'], translates: true, withLogprobs: false } as const
      return send(reply, writeSpeech(speech, { format, ...wanted }))
    },
  )
}

type Received = {
  request: FastifyRequest<{ Body: TranscriptionForm | TranslationForm }>
  reply: FastifyReply
  file: FormFile<TemporaryFile>
}

function toOrder({ request, reply, file }: Received, translates: boolean) {
  const { body } = request
  return {
    requestId: request.id,
    file: file.held,
    filename: file.filename,
    contentType: file.contentType,
    model: body.model ?? 'whisper-1',
    language: 'language' in body ? body.language : undefined,
    prompt: toPrompt(body),
    projectId: body.project_id,
    translates,
    namesSpeakers: body.response_format === 'diarized_json',
    signal: goneSignal(reply),
  }
}

const send = (reply: FastifyReply, { contentType, body }: ReturnType<typeof writeSpeech>) =>
  reply.type(contentType).header('cache-control', 'no-store').send(body)
