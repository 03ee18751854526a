import type { Caller } from '../../core/caller.ts'
import { ApiError, errors, JobError } from '../../core/errors.ts'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { LiveChunk } from '../../engine/engine.ts'
import { requireProject } from '../projects/projects.ts'
import { readProjectSettings } from '../transcription/settings.ts'
import { readChunk } from './chunk.ts'
import type { LiveWords } from './schema.ts'
import { createTurns } from './turns.ts'

type Chunk = {
  recorder: string
  projectId: string | undefined
  body: Buffer
  language: string | undefined
  /** Fires when the client is gone. */
  signal: AbortSignal
}

/**
 * Transcribes short chunks of recordings that still run, beside the queue and one at a time. Nothing of
 * a chunk is stored or logged: the full pass transcribes all of it again.
 */
export function createLiveWords({ db, transcriber }: Pick<Deps, 'db' | 'transcriber'>) {
  const turns = createTurns()
  return async (caller: Caller, chunk: Chunk): Promise<LiveWords> => {
    const { recorder, body, signal } = chunk
    const samples = readChunk(body)
    const settings = await settingsOf(db, caller, chunk)
    try {
      const end = await turns.take(`${caller.keyId} ${recorder}`, signal)
      try {
        return toAnswer(await transcriber.transcribeLive({ samples, ...settings }, signal))
      } finally {
        end()
      }
    } catch (error) {
      throw toRefusal(error, signal)
    }
  }
}

async function settingsOf(
  { sql }: Db,
  caller: Caller,
  { projectId, language }: Chunk,
): Promise<Omit<LiveChunk, 'samples'>> {
  const given = language === undefined ? {} : { language }
  if (projectId === undefined) return given
  await requireProject(sql, caller, projectId)
  const settings = await readProjectSettings(sql, projectId)
  return {
    ...(settings.language !== null && { language: settings.language }),
    ...given,
    vocabulary: settings.vocabulary.map(({ term }) => term),
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
