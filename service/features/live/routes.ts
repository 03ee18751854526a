import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import type { App } from '../../http/server.ts'
import { createLiveWords } from './live.ts'
import { LiveWords, Recorder, Spoken } from './schema.ts'

const types = ['audio/wav', 'audio/wave', 'audio/x-wav', 'application/octet-stream']

export function liveRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => transcribeRoute(scope, deps))
}

function transcribeRoute(app: App, deps: Deps): void {
  const transcribe = createLiveWords(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.put(
    '/v1/live-words/:recorder',
    {
      // Choice: it changes nothing, so that reading is enough. PUT, because a newer piece takes the
      // place of the one before, and because nothing of it may be kept for an Idempotency-Key.
      config: {
        scope: 'read',
        audit: null,
        rate: 'engine',
        bytes: 'request',
        errors: ['live_words_replaced', 'model_unavailable'],
      },
      schema: {
        operationId: 'hearLiveWords',
        summary: 'The words of a short piece of sound, at once',
        ...addition,
        description:
          'For words while a recording still runs. The body is a WAV file: 16 kHz, mono, ' +
          '16 bit, at most 30 s. It is heard beside the queue, one piece at a time; where a newer ' +
          'piece of the same recorder comes while this one waits, this one is answered with ' +
          '`live_words_replaced`. Nothing is stored: the words are quick and rough, and ' +
          'transcribing the whole recording makes better ones.',
        tags: ['content'],
        params: Type.Object({ recorder: Recorder }),
        querystring: Spoken,
        response: { 200: Data(LiveWords) },
      },
    },
    async (request, reply) => {
      const { recorder } = request.params
      // The one parser of this scope makes a buffer; without a body there is none.
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { language, project_id: projectId } = request.query
      const chunk = { recorder, projectId, body, language, signal: goneSignal(reply) }
      return ok(request, await transcribe(request.caller, chunk))
    },
  )
}
