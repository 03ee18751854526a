import type { Caller } from '../../core/caller.ts'
import { ApiError, errors, JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { readChunk } from './chunk.ts'
import type { LiveWords } from './schema.ts'
import { createTurns } from './turns.ts'

type Chunk = {
  recorder: string
  body: Buffer
  language: string | undefined
  /** Fires when the client is gone. */
  signal: AbortSignal
}

/**
 * Transcribes short chunks of recordings that still run, beside the queue and one at a time. Nothing of
 * a chunk is stored or logged: the full pass transcribes all of it again.
 */
export function createLiveWords({ transcriber }: Pick<Deps, 'transcriber'>) {
  const turns = createTurns()
  return async (caller: Caller, chunk: Chunk): Promise<LiveWords> => {
    const { recorder, body, language, signal } = chunk
    const samples = readChunk(body)
    try {
      const end = await turns.take(`${caller.keyId} ${recorder}`, signal)
      try {
        const request = { samples, ...(language !== undefined && { language }) }
        return toAnswer(await transcriber.transcribeLive(request, signal))
      } finally {
        end()
      }
    } catch (error) {
      throw toRefusal(error, signal)
    }
  }
}

type Transcribed = Awaited<ReturnType<Deps['transcriber']['transcribeLive']>>

const toAnswer = ({ segments, language, modelUsed }: Transcribed): LiveWords => ({
  segments: segments.map(({ words, ...segment }) => ({
    ...segment,
    words: words.map(({ isJoined, ...word }) => ({ ...word, is_joined: isJoined })),
  })),
  language,
  model_used: modelUsed,
})

/** What the engine failed with, as an answer. */
function toRefusal(error: unknown, signal: AbortSignal): unknown {
  // Nobody reads it where the client is gone.
  if (signal.aborted) return new ApiError('shutting_down', 'The request was given up.')
  if (!(error instanceof JobError)) return error
  if (error.code === 'model_missing') return new ApiError('model_unavailable', error.message)
  if (error.code === 'cancelled') return new ApiError('shutting_down', 'The service is stopping.')
  if (error.code === 'language_unsupported') {
    return errors.invalid('language', 'unknown', error.message)
  }
  return error
}
