// Sound that a project keeps, with its transcript.
import { createReadStream } from 'node:fs'
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { findContent } from '../content/content.ts'
import type { ContentRow } from '../content/content-item.ts'
import { readTranscript } from '../transcripts/transcripts.ts'
import { isAcceptedType } from '../uploads/media-types.ts'
import { takeFile, type TakeFileDeps } from '../uploads/take-file.ts'
import { requireProject } from '../projects/projects.ts'
import { toRefusal } from './failures.ts'
import { chooseSpeech } from './models.ts'
import type { Order, Speech } from './order.ts'

type KeptDeps = TakeFileDeps & Pick<Deps, 'signals'>

/**
 * Uploads a file as every recording is uploaded, and waits for its transcript. Where the client goes,
 * the recording stays and is transcribed.
 */
export async function transcribeKept(
  deps: KeptDeps,
  caller: Caller,
  projectId: string,
  order: Order,
): Promise<Speech> {
  if (!caller.scopes.includes('write')) {
    throw new ApiError('insufficient_permissions', 'Keeping a recording needs the write scope.')
  }
  const project = await requireProject(deps.db.sql, caller, projectId)
  const wanted = { ...order, preferred: project.speech_model }
  const { speech_model, language } = await chooseSpeech(deps, caller, wanted)
  // A form may say anything of its file: what is no type of a recording says nothing.
  const isRecording = /^(audio|video)\//.test(order.contentType)
  const contentType =
    isRecording && isAcceptedType(order.contentType)
      ? order.contentType
      : 'application/octet-stream'
  const recording = {
    filename: order.filename,
    content_type: contentType,
    size_bytes: order.file.bytes,
    priority: 'first' as const,
    ...(speech_model !== null && { speech_model }),
    ...(language !== null && { language }),
    ...(order.translates && { translate_to_english: true }),
  }
  const contentId = await order.file.lend((file) =>
    takeFile(deps, caller, projectId, { ...recording, body: createReadStream(file) }),
  )
  const content = await whenTranscribed(deps, contentId, order.signal)
  const transcript = await readTranscript(deps, caller, { projectId, contentId })
  return {
    text: transcript.text,
    segments: transcript.segments,
    speakers: transcript.speakers.map(({ id }) => id),
    language: transcript.translated_to ?? transcript.language,
    durationSeconds: content.duration_seconds ?? 0,
    modelUsed: transcript.model_used,
    contentId,
  }
}

async function whenTranscribed(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  contentId: string,
  signal: AbortSignal,
): Promise<ContentRow> {
  let ring = (): void => {}
  const stopListening = signals.on('events.stored', () => ring())
  const leave = (): void => ring()
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>()
      // Before it is read, so that no end of it is missed.
      ring = resolve
      const content = await findContent(db.sql, contentId)
      if (!content) throw errors.notFound('content')
      if (content.status === 'completed') return content
      if (content.status === 'failed') throw toRefusal(content.error_code, content.error_message)
      if (signal.aborted) throw new ApiError('shutting_down', 'The request was given up.')
      await promise
    }
  } finally {
    stopListening()
    signal.removeEventListener('abort', leave)
  }
}
