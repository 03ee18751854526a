import { getProject, hearLiveWords } from 'earshot/client'
import type { TranscribeChunk } from './live-transcription.ts'

/** Transcribes chunks of a recording by the service; `recorder` identifies the recording. */
export const transcriberFor =
  (recorder: string): TranscribeChunk =>
  async (chunk, { language, signal }) => {
    const { data } = await hearLiveWords({
      path: { recorder },
      query: { ...(language !== null && { language }) },
      body: chunk,
      signal,
    })
    const words = data.segments.flatMap((segment) =>
      segment.words.map(({ is_joined: isJoined, ...word }) => ({ ...word, isJoined })),
    )
    return { words, language: data.language }
  }

/** The language of a project; null to detect it, or if it cannot be read now. */
export const languageOf = (projectId: string): Promise<string | null> =>
  getProject({ path: { projectId } }).then(
    ({ data }) => data.settings.language,
    () => null,
  )
