import { getProject, hearLiveWords } from 'earshot/client'
import type { Hear } from './live-run.ts'

/** Asks the service for the words of a recording's newest sound; `recorder` names the recording. */
export const hearWith =
  (recorder: string): Hear =>
  async (piece, { language, signal }) => {
    const { data } = await hearLiveWords({
      path: { recorder },
      query: { ...(language !== null && { language }) },
      body: piece,
      signal,
    })
    const words = data.segments.flatMap((segment) =>
      segment.words.map(({ is_joined: isJoined, ...word }) => ({ ...word, isJoined })),
    )
    return { words, language: data.language }
  }

/** What is spoken in a project; null where it is detected, or not known just now. */
export const languageOf = (projectId: string): Promise<string | null> =>
  getProject({ path: { projectId } }).then(
    ({ data }) => data.settings.language,
    () => null,
  )
