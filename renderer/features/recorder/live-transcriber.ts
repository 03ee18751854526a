import { hearLiveWords } from 'earshot/client'
import type { TranscribeChunk } from './live-transcription.ts'

/**
 * Transcribes chunks of a recording by the service, with what its project has set; `recorder` identifies the
 * recording.
 */
export const transcriberFor =
  (recorder: string, projectId: string): TranscribeChunk =>
  async (chunk, { language, signal }) => {
    const { data } = await hearLiveWords({
      path: { recorder },
      query: { project_id: projectId, ...(language !== null && { language }) },
      body: chunk,
      signal,
    })
    const words = data.segments.flatMap((segment) =>
      segment.words.map(({ is_joined: isJoined, ...word }) => ({ ...word, isJoined })),
    )
    return { words, language: data.language }
  }
